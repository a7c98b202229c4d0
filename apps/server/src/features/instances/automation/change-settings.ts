import { Refused } from '@gridloom/contract/errors'
import type { AutomationSettings } from '@gridloom/contract/instances/automation'
import type { Updateable } from 'kysely'
import type { InstancesTable } from '../schema.ts'
import { problemOfCron } from './cron.ts'
import { nextOfSchedule } from './schedule.ts'

/**
 * Returns the columns that settings change; those that are omitted stay. A changed rule begins anew: it stops nothing for
 * what was before, and what was announced is withdrawn.
 * @throws Refused `invalid_input`
 */
export function settingColumns(
  settings: AutomationSettings,
  now: Date,
): Updateable<InstancesTable> {
  refuseBadSettings(settings, now)
  const { budget_micro_usd, stop_at, stop_after_s, stop_idle, schedule } = settings
  return {
    ...(budget_micro_usd !== undefined && { budget_micro_usd, budget_warned_at: null }),
    ...(stop_at !== undefined && { stop_at: stop_at === null ? null : new Date(stop_at) }),
    ...(stop_after_s !== undefined && { stop_after_s }),
    ...(stop_idle !== undefined && { stop_idle: jsonOrNull(stop_idle), idle_since: null }),
    ...(schedule !== undefined && {
      schedule: jsonOrNull(schedule),
      ...nextOfSchedule(schedule, now),
      ...noPendingStart,
    }),
  }
}

/** No scheduled start is tried again. */
export const noPendingStart = {
  start_until: null,
  start_retry_at: null,
  start_blocker: null,
} as const

/** No stop by a rule is announced or postponed, and no time of idleness is counted. */
export const noPlannedStop = {
  stop_announced_at: null,
  stop_announced_cause: null,
  stop_postponed_until: null,
  idle_since: null,
} as const

function refuseBadSettings({ stop_at, schedule }: AutomationSettings, now: Date): void {
  const fields: Record<string, string> = {}
  if (stop_at !== undefined && stop_at !== null && new Date(stop_at) <= now)
    fields['automation.stop_at'] = 'must be in the future'
  for (const what of ['start', 'stop'] as const) {
    const expression = schedule?.[what] ?? null
    if (schedule === undefined || schedule === null || expression === null) continue
    const problem = problemOfCron(expression, schedule.time_zone, now)
    if (problem !== undefined) fields[`automation.schedule.${what}`] = problem
  }
  if (Object.keys(fields).length > 0) throw new Refused('invalid_input', { fields })
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}
