import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf, daysOf, localInput, movedTo, queryOf, turned } from './calendar-time.ts'

const zone = process.env.TZ

beforeAll(() => {
  process.env.TZ = 'Europe/Berlin'
})
afterAll(() => {
  process.env.TZ = zone
})

describe('a calendar in a time zone whose clocks change', () => {
  it('shows a week of seven days where one has 23 or 25 hours', () => {
    const spring = daysOf('week', '2026-03-25')
    expect(spring).toEqual([
      ...['2026-03-23', '2026-03-24', '2026-03-25', '2026-03-26', '2026-03-27', '2026-03-28'],
      '2026-03-29',
    ])
    expect(queryOf(spring)).toEqual({ from: '2026-03-22T23:00:00.000Z', days: 7 })
    expect(queryOf(daysOf('week', '2026-10-25'))).toEqual({
      from: '2026-10-18T22:00:00.000Z',
      days: 8,
    })
    expect(addDays('2026-10-25', 1)).toBe('2026-10-26')
  })

  it('keeps the time of day when a post is moved over the change', () => {
    const nine = new Date('2026-03-28T08:00:00.000Z')
    expect(localInput(nine)).toBe('2026-03-28T09:00')
    expect(movedTo(nine, '2026-03-30').toISOString()).toBe('2026-03-30T07:00:00.000Z')
    expect(movedTo(new Date('2026-10-24T07:00:00.000Z'), '2026-10-26').toISOString()).toBe(
      '2026-10-26T08:00:00.000Z',
    )
  })

  it('puts a time that the clocks skip at the next one that exists', () => {
    const half = new Date('2026-03-28T01:30:00.000Z')
    expect(localInput(movedTo(half, '2026-03-29'))).toBe('2026-03-29T03:30')
  })

  it('belongs to the local day, not to that of UTC', () => {
    expect(dayOf(new Date('2026-11-28T23:30:00.000Z'))).toBe('2026-11-29')
  })

  it('turns pages: months with whole weeks, weeks, agendas', () => {
    const november = daysOf('month', '2026-11-28')
    expect([november[0], november.at(-1), november.length]).toEqual([
      '2026-10-26',
      '2026-12-06',
      42,
    ])
    expect(turned('month', '2026-01-31', 1)).toBe('2026-02-01')
    expect(turned('month', '2026-03-31', -1)).toBe('2026-02-01')
    expect(turned('week', '2026-03-29', 1)).toBe('2026-04-05')
    expect(daysOf('agenda', '2026-11-28')).toHaveLength(30)
  })
})
