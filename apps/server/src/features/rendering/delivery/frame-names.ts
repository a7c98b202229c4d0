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

/**
 * Returns the base name of a job's files: the scene's file name without its extension, in characters that every system
 * accepts.
 */
export function baseNameOf(fileName: string): string {
  const bare = fileName.replace(/\.(blend|zip)$/i, '').normalize('NFKD')
  const safe = bare.replace(/[^A-Za-z0-9._-]+/g, '_').replace(/^[._]+|[._]+$/g, '')
  return safe.slice(0, baseCharsMax) || 'render'
}

/**
 * Returns a name such as `scene_0001.png`: names sort as the frames do up to 9,999, and longer numbers use more digits.
 */
export function frameNameOf(base: string, frame: number, format: RenderFormat): string {
  const digits = String(Math.abs(frame)).padStart(4, '0')
  return `${base}_${frame < 0 ? '-' : ''}${digits}.${endings[format]}`
}

/** Formats numbers, in order, as ranges: `1-6,8,10-50`. */
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

/**
 * Returns a name such as `scene_1-6,8-50.mp4`: the name lists the frames of an incomplete video, or only marks it if
 * there are many gaps.
 */
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
