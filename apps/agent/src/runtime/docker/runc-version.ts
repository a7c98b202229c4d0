import { isAtLeast, versionIn } from '../../host/version.ts'

/** runc 1.1.12 fixed CVE-2024-21626, by which an image's working directory led out of the container. */
const mended = [1, 1, 12]

/**
 * Older versions that a distribution fixed without raising runc's own version: the package revision must be at least
 * this. Sources: DSA-5615-1 (Debian 11 and 12), USN-6619-1 (Ubuntu 20.04, 22.04 and 23.10).
 */
const mendedByDistribution: readonly { pattern: RegExp; least: number }[] = [
  { pattern: /^1\.1\.5\+ds1-\d+\+deb12u(\d+)/, least: 1 },
  { pattern: /^1\.0\.0~rc93\+ds1-\d+\+deb11u(\d+)/, least: 3 },
  { pattern: /^1\.1\.7-0ubuntu1~(?:20|22)\.04\.(\d+)/, least: 2 },
  { pattern: /^1\.1\.7-0ubuntu2\.(\d+)/, least: 2 },
]

/**
 * Returns whether a runc is known to be safe from CVE-2024-21626. `texts`: its version and its commit from the engine;
 * Debian and Ubuntu write the package's version into the latter. A version that cannot be parsed is not safe.
 */
export function isRuncSafe(texts: readonly string[]): boolean {
  return texts.some((text) => {
    if (isAtLeast(versionIn(text) ?? [], mended)) return true
    return mendedByDistribution.some(({ pattern, least }) => {
      const update = pattern.exec(text)?.[1]
      return update !== undefined && Number(update) >= least
    })
  })
}
