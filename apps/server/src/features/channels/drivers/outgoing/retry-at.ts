import type { IncomingHttpHeaders } from 'node:http'

const usualWaitMs = 15 * 60_000
const waitMsMin = 1_000
const waitMsMax = 24 * 60 * 60_000

/**
 * When a channel may be asked again: by `Retry-After` (RFC 9110), or by the time or the seconds that many APIs state until
 * their limit starts anew. At least a second and at most a day from now; a quarter of an hour where nothing is stated.
 */
export function retryAtOf(headers: IncomingHttpHeaders, now: Date): Date {
  return statedRetryAt(headers, now) ?? new Date(now.getTime() + usualWaitMs)
}

/** As {@link retryAtOf}; undefined where nothing is stated. */
export function statedRetryAt(headers: IncomingHttpHeaders, now: Date): Date | undefined {
  const waitMs = afterMs(headers['retry-after']?.trim(), now) ?? resetMs(headers, now)
  if (waitMs === undefined) return undefined
  return new Date(now.getTime() + Math.min(waitMsMax, Math.max(waitMsMin, waitMs)))
}

function afterMs(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}(\.\d{1,6})?$/.test(text)) return Number(text) * 1_000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at - now.getTime()
}

/** Seconds since 1970, or from now where the number is small. */
function resetMs(headers: IncomingHttpHeaders, now: Date): number | undefined {
  const stated =
    headers['ratelimit-reset'] ?? headers['x-rate-limit-reset'] ?? headers['x-ratelimit-reset']
  if (typeof stated !== 'string' || !/^\d{1,12}(\.\d{1,6})?$/.test(stated)) return undefined
  const seconds = Number(stated)
  return seconds > 1_000_000_000 ? seconds * 1_000 - now.getTime() : seconds * 1_000
}
