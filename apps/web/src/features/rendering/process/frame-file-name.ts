import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { RenderFormat } from '@gridloom/contract/rendering/settings'

const endings = { png: 'png', openexr: 'exr', jpeg: 'jpg' } as const satisfies Record<
  RenderFormat,
  string
>

/** Returns the file name of a downloaded frame: `donut_0012.png`. */
export function frameFileName({ fileName, settings }: NamedJob, frame: number): string {
  const stem = fileName.replace(/\.(blend|zip)$/i, '')
  const sign = frame < 0 ? '-' : ''
  const digits = String(Math.abs(frame)).padStart(4, '0')
  return `${stem}_${sign}${digits}.${endings[settings.format]}`
}

type NamedJob = Pick<RenderJob, 'fileName' | 'settings'>
