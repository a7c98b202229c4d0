import path from 'node:path'
import type { RenderJob } from '@gridloom/contract/rendering/job'

const endings = { png: 'png', openexr: 'exr', jpeg: 'jpg' } as const

/** The path of a saved frame: `scene_0007.png`, with as many digits as Blender writes. */
export function frameFile(
  folder: string,
  job: Pick<RenderJob, 'fileName' | 'settings'>,
  frame: number,
): string {
  const stem = path.parse(job.fileName.replace(/[^\p{L}\p{N}._ -]+/gu, '_')).name
  const digits = String(Math.abs(frame)).padStart(frame < 0 ? 3 : 4, '0')
  const number = frame < 0 ? `-${digits}` : digits
  return path.join(folder, `${stem}_${number}.${endings[job.settings.format]}`)
}
