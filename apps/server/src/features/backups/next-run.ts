import type { BackupSchedule } from '@gridloom/contract/backups/backup'
import { Refused } from '@gridloom/contract/errors'
import { nextTime, problemOfCron } from '../instances/index.ts'

/** Returns the next time of a schedule after `after`; `null`: never. */
export function nextRunAt(schedule: BackupSchedule | null, after: Date): Date | null {
  return schedule === null ? null : nextTime(schedule.at, schedule.time_zone, after)
}

/** @throws Refused `invalid_input` where a schedule never happens, or too often */
export function refuseBadSchedule(schedule: BackupSchedule | null | undefined, now: Date): void {
  if (schedule === null || schedule === undefined) return
  const problem = problemOfCron(schedule.at, schedule.time_zone, now)
  if (problem === undefined) return
  throw new Refused('invalid_input', { fields: { 'schedule.at': problem } })
}
