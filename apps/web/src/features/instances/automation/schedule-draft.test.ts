import { InstanceSchedule } from '@gridloom/contract/instances/automation'
import { describe, expect, it } from 'vitest'
import { draftOf, scheduleOf } from './schedule-draft.ts'

const zone = 'Europe/Berlin'

describe('the draft of a schedule', () => {
  it('is office hours in the zone of the browser where there is none', () => {
    expect(scheduleOf(draftOf(null, zone))).toEqual({
      time_zone: zone,
      start: '0 8 * * 1,2,3,4,5',
      stop: '0 18 * * 1,2,3,4,5',
    })
  })

  it.each([
    ['30 7 * * 1-5', '0 18 * * 1-5', 'weekdays'],
    ['30 7 * * *', '0 18 * * *', 'weekdays'],
    ['30 7 * * 0,6', null, 'weekdays'],
    [null, '5 18 * * 3', 'weekdays'],
    ['30 7 * * 1-5', '0 18 * * 1-6', 'cron'],
    ['30 7 1 * *', '0 18 * * 1', 'cron'],
    ['0,30 7 * * 1', null, 'cron'],
  ])('of %s and %s keeps its times', (start, stop, mode) => {
    const schedule = InstanceSchedule.parse({ time_zone: zone, start, stop })
    const draft = draftOf(schedule, 'UTC')
    expect(draft.mode).toBe(mode)
    const again = draftOf(InstanceSchedule.parse(scheduleOf(draft)), 'UTC')
    expect({ ...again, startCron: '', stopCron: '' }).toEqual({
      ...draft,
      startCron: '',
      stopCron: '',
    })
  })

  it('without a day or a time is none', () => {
    const draft = draftOf(null, zone)
    expect(scheduleOf({ ...draft, days: [] })).toMatchObject({ start: null, stop: null })
    expect(scheduleOf({ ...draft, startTime: '' })).toMatchObject({ start: null })
  })
})
