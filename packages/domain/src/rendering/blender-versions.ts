/**
 * The supported Blender versions, by series, each with the highest accepted patch: no other machine has an invented
 * version, and pictures are compared only within one version. Source: https://download.blender.org/release.
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

/** Supported series, oldest first, such as `3.4`. */
export const supportedBlenderSeries: readonly string[] = [...lastPatchOf.keys()]

/** Whether the version that an agent reports, such as `3.4.1`, is supported. */
export function isSupportedBlender(version: string): boolean {
  const [, series = '', patch = ''] = /^(\d\.\d)\.(0|[1-9]\d?)$/.exec(version) ?? []
  const last = lastPatchOf.get(series)
  return last !== undefined && Number(patch) <= last
}
