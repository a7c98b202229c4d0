import type { Automation } from '@gridloom/contract/instances/automation'
import { planStop } from '@gridloom/domain/stop-rules'
import { isoOrNull } from '../../../platform/iso-or-null.ts'
import type { InstanceRow } from '../schema.ts'
import { stopFactsOf } from './rule-facts.ts'

/** What stops and starts an instance by itself, for its renter. */
export function automationView(row: InstanceRow, now: Date): Automation {
  return {
    budget_micro_usd: row.budget_micro_usd,
    stop_at: isoOrNull(row.stop_at),
    stop_after_s: row.stop_after_s,
    stop_idle: row.stop_idle,
    schedule: row.schedule,
    next_stop: nextStop(row, now),
    next_start_at: isoOrNull(row.next_start_at),
    postponed_until: isPast(row.stop_postponed_until, now)
      ? null
      : isoOrNull(row.stop_postponed_until),
    start_blocked: startBlocked(row),
  }
}

function nextStop(row: InstanceRow, now: Date): Automation['next_stop'] {
  if (!canBeStopped(row)) return null
  const planned = planStop(stopFactsOf(row), now.getTime())
  return planned === null
    ? null
    : { at: new Date(planned.atMs).toISOString(), cause: planned.cause }
}

/** Whether a rule may stop it: it is wanted up, is not down already, and does not move. */
export function canBeStopped({
  desired,
  state,
  move_id: moveId,
}: Pick<InstanceRow, 'desired' | 'state' | 'move_id'>): boolean {
  if (moveId !== null) return false
  return desired === 'running' && state !== 'stopped' && state !== 'failed' && state !== 'destroyed'
}

function startBlocked(row: InstanceRow): Automation['start_blocked'] {
  const { start_until: until, start_blocker: why } = row
  return until === null || why === null ? null : { until: until.toISOString(), why }
}

function isPast(at: Date | null, now: Date): boolean {
  return at !== null && at <= now
}
