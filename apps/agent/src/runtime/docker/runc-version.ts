import { isAtLeast, versionIn } from '../../host/version.ts'

/** runc 1.1.12 closed CVE-2024-21626, by which an image's working directory led out of the container. */
const mended = [1, 1, 12]

/**
 * Older versions that a distribution mended without raising runc's own number: what follows it must be at least
 * this. Sources: DSA-5615-1 (Debian 11 and 12), USN-6619-1 (Ubuntu 20.04, 22.04 and 23.10).
 */
const mendedByDistribution: readonly { pattern: RegExp; least: number }[] = [
  { pattern: /^1\.1\.5\+ds1-\d+\+deb12u(\d+)/, least: 1 },
  { pattern: /^1\.0\.0~rc93\+ds1-\d+\+deb11u(\d+)/, least: 3 },
  { pattern: /^1\.1\.7-0ubuntu1~(?:20|22)\.04\.(\d+)/, least: 2 },
  { pattern: /^1\.1\.7-0ubuntu2\.(\d+)/, least: 2 },
]

/**
 * Whether a runc is known not to have CVE-2024-21626. `texts`: its version and its commit as the engine gives
 * them; Debian and Ubuntu write the package's version into the latter. What cannot be read is not safe.
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
