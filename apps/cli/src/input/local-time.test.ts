import { expect, it } from 'vitest'
import { dayAndTime, formatLocal, parseTime, parseZone } from './local-time.ts'

const zone = 'Europe/Berlin'
const parse = (text: string, at = zone) => parseTime(text, { what: '--at', zone: at })

it.each([
  ['2026-12-01 09:00', zone, '2026-12-01T08:00:00.000Z'],
  ['2026-07-01T09:00', zone, '2026-07-01T07:00:00.000Z'],
  ['2026-12-01 09:00', 'Asia/Kolkata', '2026-12-01T03:30:00.000Z'],
  ['2026-12-01 09:00', 'Pacific/Kiritimati', '2026-11-30T19:00:00.000Z'],
  ['2026-12-01 23:30', 'Pacific/Pago_Pago', '2026-12-02T10:30:00.000Z'],
  ['2026-12-01T09:00:00+01:00', 'UTC', '2026-12-01T08:00:00.000Z'],
  ['2026-12-01T09:00:00Z', zone, '2026-12-01T09:00:00.000Z'],
  // Shown twice, as clocks are put back from 3:00 to 2:00.
  ['2026-10-25 02:30', zone, '2026-10-25T00:30:00.000Z'],
  ['2026-10-25 03:00', zone, '2026-10-25T02:00:00.000Z'],
  ['2026-03-29 03:00', zone, '2026-03-29T01:00:00.000Z'],
  ['now', zone, 'now'],
])('reads %s in %s', (text, at, time) => {
  expect(parse(text, at)).toBe(time)
})

it.each([
  ['2026-03-29 02:30', /never show/],
  ['2026-02-30 09:00', /never show/],
  ['2026-12-01 24:00', /never show/],
  ['tomorrow', /such as "2026-12-01 09:00"/],
  ['2026-12-01', /such as/],
  ['2026-12-01T09:00:00', /such as/],
  ['', /such as/],
])('refuses %s', (text, message) => {
  expect(() => parse(text)).toThrow(message)
})

it('shows a time with its zone', () => {
  expect(formatLocal('2026-12-01T08:00:00.000Z', zone)).toBe('2026-12-01 09:00 Europe/Berlin')
  expect(dayAndTime('2026-11-30T23:30:00.000Z', zone)).toEqual(['2026-12-01', '00:30'])
  expect(() => parseZone('Mars/Olympus')).toThrow('Europe/Berlin')
})
