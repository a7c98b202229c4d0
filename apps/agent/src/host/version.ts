/** Returns the first version number in a text, as its parts: `v24.21.0` → [24, 21, 0]. */
export function versionIn(text: string): number[] | undefined {
  const found = /(\d+(?:\.\d+)+)/.exec(text)?.[1]
  return found?.split('.').map(Number)
}

/** Returns whether a version is at least another; missing parts count as 0. */
export function isAtLeast(version: readonly number[], least: readonly number[]): boolean {
  for (const [place, part] of least.entries()) {
    const own = version[place] ?? 0
    if (own !== part) return own > part
  }
  return true
}
