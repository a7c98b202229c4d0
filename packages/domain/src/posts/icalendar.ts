/** An event of a calendar. */
export interface ICalendarEvent {
  /** Unique for all time, and the same in each reading. */
  readonly uid: string
  readonly at: Date
  /** Exclusive; absent: it takes a quarter of an hour. */
  readonly to?: Date
  readonly changedAt: Date
  readonly summary: string
  readonly description: string
  readonly url: string | null
  readonly status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
}

const lineBytesMax = 75
const encoder = new TextEncoder()
const eventMinutes = 15

/** Writes a calendar as iCalendar: UTC times, escaped text, lines of at most 75 bytes. Source: RFC 5545. */
export function iCalendarOf(name: string, events: readonly ICalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gridloom//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function linesOf(event: ICalendarEvent): string[] {
  const { uid, changedAt, summary, description, url, status } = event
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utc(changedAt)}`,
    ...timeOf(event),
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    // A URI is no text: it is not escaped, and cannot have a line break.
    ...(url === null ? [] : [`URL:${new URL(url).href}`]),
    `STATUS:${status}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

function timeOf({ at, to }: ICalendarEvent): string[] {
  if (to === undefined) return [`DTSTART:${utc(at)}`, `DURATION:PT${eventMinutes}M`]
  return [`DTSTART:${utc(at)}`, `DTEND:${utc(to)}`]
}

/** `20261128T093000Z` */
function utc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

/** Source: RFC 5545, 3.3.11. */
function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')
}

/** Folds a line between characters. Source: RFC 5545, 3.1. */
function folded(line: string): string {
  let result = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > lineBytesMax) {
      result += '\r\n '
      bytes = 1
    }
    result += character
    bytes += size
  }
  return result
}
