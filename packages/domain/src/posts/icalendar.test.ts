import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ICalendarEvent, iCalendarOf } from './icalendar.ts'

const event: ICalendarEvent = {
  ...{ uid: 'pst_1-con_1@gridloom', summary: 'A, b; c\\d\nBEGIN:VEVENT', description: 'x' },
  at: new Date('2026-03-29T01:30:00.000Z'),
  changedAt: new Date('2026-03-01T00:00:00.500Z'),
  ...{ url: 'https://social.example/@ada/1', status: 'CONFIRMED' },
}

describe('a calendar', () => {
  it('has UTC times and escaped text, so that no text adds a line', () => {
    expect(iCalendarOf('Posts', [event]).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Gridloom//Calendar//EN',
      'CALSCALE:GREGORIAN',
      'X-WR-CALNAME:Posts',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'BEGIN:VEVENT',
      'UID:pst_1-con_1@gridloom',
      'DTSTAMP:20260301T000000Z',
      'DTSTART:20260329T013000Z',
      'DURATION:PT15M',
      'SUMMARY:A\\, b\\; c\\\\d\\nBEGIN:VEVENT',
      'DESCRIPTION:x',
      'URL:https://social.example/@ada/1',
      'STATUS:CONFIRMED',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it('has the end of what lasts longer', () => {
    const to = new Date('2026-04-05T01:00:00.000Z')
    const written = iCalendarOf('Posts', [{ ...event, to }])
    expect(written).toContain('DTSTART:20260329T013000Z\r\nDTEND:20260405T010000Z\r\nSUMMARY:')
    expect(written).not.toContain('DURATION:PT15M')
  })

  it('is read back as it was written, in lines of at most 75 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const written = iCalendarOf('Posts', [{ ...event, description: text }])
        for (const line of written.split('\r\n'))
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        const description = /\r\nDESCRIPTION:(.*)\r\n/.exec(written.replaceAll('\r\n ', ''))?.[1]
        const read = description?.replace(/\\(.)/gsu, (_all, one) => (one === 'n' ? '\n' : one))
        expect(read).toBe(text.replace(/\r\n|\r/g, '\n').replace(/(?!\n)\p{Cc}/gu, ''))
      }),
    )
  })
})
