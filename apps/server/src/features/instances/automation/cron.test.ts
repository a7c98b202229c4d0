import { describe, expect, it } from 'vitest'
import { nextTime, problemOfCron, timesBetween } from './cron.ts'
import { nextOfSchedule, startWindowEnd } from './schedule.ts'

const berlin = 'Europe/Berlin'

describe('nextTime', () => {
  it('follows the clocks of the zone through daylight saving', () => {
    expect(next('0 8 * * *', '2026-03-28T12:00:00Z')).toBe('2026-03-29T06:00:00.000Z')
    expect(next('0 8 * * *', '2026-10-24T12:00:00Z')).toBe('2026-10-25T07:00:00.000Z')
  })

  it('takes a time that does not exist when the clocks have gone on, once', () => {
    expect(next('30 2 * * *', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
    expect(next('30 2 * * *', '2026-03-29T01:00:00Z')).toBe('2026-03-30T00:30:00.000Z')
  })

  it('takes the first of a time that exists twice, and not the second', () => {
    expect(next('30 2 * * *', '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
    expect(next('30 2 * * *', '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z')
  })

  it('happens on the days of the week that it names', () => {
    expect(next('0 8 * * 1-5', '2026-11-27T12:00:00Z')).toBe('2026-11-30T07:00:00.000Z')
  })
})

describe('problemOfCron', () => {
  const now = new Date('2026-01-01T00:00:00Z')

  it.each([
    ['0 8 * * 1-5', undefined],
    ['*/15 * * * *', undefined],
    ['*/5 * * * *', 'must leave at least 15 minutes between two times'],
    ['0,10 8 1 * *', 'must leave at least 15 minutes between two times'],
    ['0 0 30 2 *', 'must happen at least once'],
    ['61 0 * * *', 'must be a cron expression such as 0 8 * * 1-5'],
    ['0 8 * * 1-9', 'must be a cron expression such as 0 8 * * 1-5'],
  ])('of %s is %s', (expression, problem) => {
    expect(problemOfCron(expression, berlin, now)).toBe(problem)
  })
})

describe('a schedule', () => {
  const schedule = { time_zone: berlin, start: '0 8 * * 1-5', stop: '0 18 * * 1-5' }

  it('has a next start and stop, and a window from one to the other', () => {
    const friday = new Date('2026-11-27T07:00:00Z')
    expect(nextOfSchedule(schedule, friday)).toEqual({
      next_start_at: new Date('2026-11-30T07:00:00Z'),
      next_stop_at: new Date('2026-11-27T17:00:00Z'),
    })
    expect(startWindowEnd(schedule, friday)).toEqual(new Date('2026-11-27T17:00:00Z'))
  })

  it('has a window of an hour without a stop', () => {
    const at = new Date('2026-11-27T07:00:00Z')
    expect(startWindowEnd({ ...schedule, stop: null }, at)).toEqual(
      new Date('2026-11-27T08:00:00Z'),
    )
  })

  it('lists its times of a period, and no more than asked for', () => {
    const period = {
      after: new Date('2026-11-22T00:00:00Z'),
      until: new Date('2026-11-29T00:00:00Z'),
    }
    const times = { expression: schedule.start, timeZone: berlin }
    expect(timesBetween(times, { ...period, max: 100 })).toHaveLength(5)
    expect(timesBetween(times, { ...period, max: 2 })).toHaveLength(2)
  })
})

function next(expression: string, after: string): string | undefined {
  return nextTime(expression, berlin, new Date(after))?.toISOString()
}
