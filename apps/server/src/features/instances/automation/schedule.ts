import type { InstanceSchedule } from '@gridloom/contract/instances/automation'
import { nextTime } from './cron.ts'

/** How long a scheduled start is tried again where the schedule has no stop that ends its window. */
const windowWithoutStopMs = 60 * 60_000

/** The next start and stop of a schedule after a time. */
export function nextOfSchedule(schedule: InstanceSchedule | null, after: Date) {
  return {
    next_start_at: nextOf(schedule, 'start', after),
    next_stop_at: nextOf(schedule, 'stop', after),
  }
}

/** Until when a start that was due is tried: the next stop of its schedule, or an hour. */
export function startWindowEnd(schedule: InstanceSchedule, dueAt: Date): Date {
  const anHour = new Date(dueAt.getTime() + windowWithoutStopMs)
  return nextOf(schedule, 'stop', dueAt) ?? anHour
}

function nextOf(
  schedule: InstanceSchedule | null,
  what: 'start' | 'stop',
  after: Date,
): Date | null {
  const expression = schedule?.[what] ?? null
  if (schedule === null || expression === null) return null
  return nextTime(expression, schedule.time_zone, after)
}
