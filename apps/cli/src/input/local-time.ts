import { UsageError } from '../errors.ts'

const shape = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})$/
const minuteMs = 60_000
/** Zones are at most 14 hours from UTC. */
const offsetsMs = 15 * 60 * minuteMs

/**
 * Parses `now`, an RFC 3339 time, or a time on the clocks of a zone such as `2026-12-01 09:00`. Returns RFC 3339, or `now`.
 * Of a time that the clocks show twice, the first one is meant; one that they skip is refused.
 * @param what names the option in errors
 * @throws UsageError
 */
export function parseTime(text: string, { what, zone }: { what: string; zone: string }): string {
  if (text === 'now') return text
  const written = shape.exec(text)?.slice(1).map(Number)
  if (written !== undefined) return localTime(written, { text, what, zone })
  if (/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/i.test(text) && !Number.isNaN(Date.parse(text)))
    return new Date(text).toISOString()
  throw new UsageError(
    `${what} must be now, a time in ${zone} such as "2026-12-01 09:00", or RFC 3339 such as 2026-12-01T09:00:00+01:00, not "${text}".`,
  )
}

/** @throws UsageError for a zone that this computer does not know */
export function parseZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    // The only error is a zone that is unknown.
    throw new UsageError(`--time-zone must be a zone such as Europe/Berlin, not "${zone}".`)
  }
}

/** A time on the clocks of a zone to the minute, with the zone: `2026-12-01 09:00 Europe/Berlin`. */
export function formatLocal(at: string, zone: string): string {
  return `${clockOf(Date.parse(at), zone).replace('T', ' ')} ${zone}`
}

/** The day of a time in a zone, such as `2026-12-01`, and its time of day, such as `09:00`. */
export function dayAndTime(at: string, zone: string): [day: string, time: string] {
  const [day = '', time = ''] = clockOf(Date.parse(at), zone).split('T')
  return [day, time]
}

function localTime(
  [year = 0, month = 0, day = 0, hour = 0, minute = 0]: number[],
  { text, what, zone }: { text: string; what: string; zone: string },
): string {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute)
  const wanted = text.replace(' ', 'T')
  // The zone's difference to UTC a little before and a little after, which differ where the clocks are changed.
  const candidates = [asUtc - offsetsMs, asUtc + offsetsMs].map((nearMs) => {
    const shown = Date.parse(`${clockOf(nearMs, zone)}:00Z`)
    return asUtc - (shown - Math.floor(nearMs / minuteMs) * minuteMs)
  })
  const found = candidates.sort((a, b) => a - b).find((ms) => clockOf(ms, zone) === wanted)
  if (found !== undefined) return new Date(found).toISOString()
  throw new UsageError(`${what}: the clocks of ${zone} never show ${text}. Choose another time.`)
}

function clockOf(ms: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  }).formatToParts(ms)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}
