const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A time to the minute as `23 Nov 2026, 17:05 UTC`, for texts whose readers may be in any time zone. */
export function formatUtc(at: Date): string {
  const month = months[at.getUTCMonth()]
  return `${at.getUTCDate()} ${month} ${at.getUTCFullYear()}, ${at.toISOString().slice(11, 16)} UTC`
}
