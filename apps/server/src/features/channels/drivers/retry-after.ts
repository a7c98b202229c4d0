const secondsMax = 86_400

/**
 * Returns when a response allows the next request, by its `Retry-After` in seconds or as a date: at least a second and at
 * most a day from now. Undefined where it says nothing. Source: RFC 9110, 10.2.3.
 */
export function retryAfterOf(header: string | undefined, now: Date): Date | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(header.trim())
    ? Number(header)
    : (Date.parse(header) - now.getTime()) / 1_000
  if (Number.isNaN(seconds)) return undefined
  return new Date(now.getTime() + Math.min(Math.max(seconds, 1), secondsMax) * 1_000)
}
