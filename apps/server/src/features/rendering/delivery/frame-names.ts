import type { RenderFormat } from '@gridloom/contract/rendering/settings'

const endings = { png: 'png', jpeg: 'jpg', openexr: 'exr' } as const satisfies Record<
  RenderFormat,
  string
>
const types = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  openexr: 'image/x-exr',
} as const satisfies Record<RenderFormat, string>

export function contentTypeOf(format: RenderFormat): string {
  return types[format]
}

const baseCharsMax = 80

/** The base name of a job's files: the scene's file name without its ending, in characters that every system accepts. */
export function baseNameOf(fileName: string): string {
  const bare = fileName.replace(/\.(blend|zip)$/i, '').normalize('NFKD')
  const safe = bare.replace(/[^A-Za-z0-9._-]+/g, '_').replace(/^[._]+|[._]+$/g, '')
  return safe.slice(0, baseCharsMax) || 'render'
}

/** `scene_0001.png`: sorts as the frames do, up to 9,999 of them, and further with as many digits as they have. */
export function frameNameOf(base: string, frame: number, format: RenderFormat): string {
  const digits = String(Math.abs(frame)).padStart(4, '0')
  return `${base}_${frame < 0 ? '-' : ''}${digits}.${endings[format]}`
}

/** Numbers in order as people write them: `1-6,8,10-50`. */
export function rangesOf(numbers: readonly number[]): string {
  const runs: [from: number, to: number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last !== undefined && number === last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}

const rangesCharsMax = 60

/** `scene_1-6,8-50.mp4`: a film without some of its frames says so; one with many gaps says only that. */
export function videoNameOf(
  base: string,
  numbers: readonly number[],
  kind: 'mp4' | 'webm',
): string {
  const ranges = rangesOf(numbers)
  const [first, last] = [numbers[0] ?? 0, numbers.at(-1) ?? 0]
  const named = ranges.length <= rangesCharsMax ? ranges : `${first}-${last}_with_gaps`
  return `${base}_${named}.${kind}`
}
