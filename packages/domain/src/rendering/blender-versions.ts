/**
 * The versions of Blender that are rendered with, by series, each with the highest patch that is let in: an invented one is
 * nobody's, and pictures of one version are compared with each other alone. Source: https://download.blender.org/release.
 */
const lastPatchOf: ReadonlyMap<string, number> = new Map([
  ['3.3', 21],
  ['3.4', 1],
  ['3.5', 1],
  ['3.6', 23],
  ['4.0', 2],
  ['4.1', 1],
  ['4.2', 30],
  ['4.3', 2],
  ['4.4', 3],
  ['4.5', 30],
  ['5.0', 1],
  ['5.1', 5],
])

/** Series that are rendered with, oldest first, such as `3.4`. */
export const supportedBlenderSeries: readonly string[] = [...lastPatchOf.keys()]

/** Whether a version that an agent names, such as `3.4.1`, is one of those that are rendered with. */
export function isSupportedBlender(version: string): boolean {
  const [, series = '', patch = ''] = /^(\d\.\d)\.(0|[1-9]\d?)$/.exec(version) ?? []
  const last = lastPatchOf.get(series)
  return last !== undefined && Number(patch) <= last
}
