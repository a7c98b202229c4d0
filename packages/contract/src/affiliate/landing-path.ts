export const landingPathCharsMax = 300

/**
 * A path of the site, in printable ASCII. Browsers resolve `//elsewhere.example` and `/\elsewhere.example` to other
 * sites.
 */
export const landingPathShape = /^\/(?:[!-.0-[\]-~][!-[\]-~]*)?$/

/** Whether a referral link may lead to this path. */
export function isLandingPath(path: string): boolean {
  return path.length <= landingPathCharsMax && landingPathShape.test(path)
}
