const partMax = 999

/** A version as one number, that is ordered as versions are; parts beyond the third are left out. `null`: it is none. */
export function versionNumber(text: string, missing: 'lowest' | 'highest' = 'lowest') {
  const parts = partsOf(text)
  if (parts === undefined) return null
  const fill = missing === 'lowest' ? 0 : partMax
  const [major = 0, minor = fill, patch = fill] = parts
  return (major * 1_000 + minor) * 1_000 + patch
}

/** Writes a number of {@link versionNumber} as a version; as a lower limit it may be written shorter. */
export function versionText(number: number, as: 'lowest' | 'exact' = 'exact'): string {
  const parts = [Math.floor(number / 1e6), Math.floor(number / 1_000) % 1_000, number % 1_000]
  const whole = parts.join('.')
  return as === 'lowest' && parts[2] === 0 ? whole.slice(0, -2) : whole
}

/** The version after another one, in its last part; `undefined` where there is none. */
export function versionAfter(text: string): string | undefined {
  const parts = partsOf(text) ?? []
  for (let end = parts.length; end > 0; end -= 1) {
    const last = parts[end - 1] ?? partMax
    if (last < partMax) return [...parts.slice(0, end - 1), last + 1].join('.')
  }
  return undefined
}

/** The version before another one, in its last part; `undefined` where there is none. */
export function versionBefore(text: string): string | undefined {
  const parts = partsOf(text) ?? []
  for (let end = parts.length; end > 0; end -= 1) {
    const last = parts[end - 1] ?? 0
    if (last > 0) return [...parts.slice(0, end - 1), last - 1].join('.')
  }
  return undefined
}

/** Up to three leading numbers, as in `550.54.14` and `6.12.9-arch1`. */
function partsOf(text: string): number[] | undefined {
  const [begin] = /^\d{1,9}(?:\.\d{1,9}){0,2}/.exec(text) ?? []
  return begin?.split('.').map((part) => Math.min(Number(part), partMax))
}
