import type { InstanceEventCause, InstanceEventKind } from '@gridloom/contract/instances/events'
import { assertNever } from '@gridloom/domain/assert-never'
import type { InstanceRow } from '../schema.ts'

/** An event in the life of an instance, before it is stored. */
export interface NewInstanceEvent {
  kind: InstanceEventKind
  cause: InstanceEventCause | null
  exitCode: number | null
}

/**
 * Returns the events that a change of an instance's row stands for, in the order in which they happened. Nothing else
 * decides what the feed contains, so that a change is never recorded twice, or by one of its callers alone.
 */
export function eventsBetween(before: InstanceRow, after: InstanceRow): NewInstanceEvent[] {
  return [
    ...requested(before, after),
    ...(isSetAnew(before, after) ? [plain('automation_changed')] : []),
    ...(before.budget_warned_at === null && after.budget_warned_at !== null
      ? [plain('budget_low')]
      : []),
    ...announced(before, after),
    ...(before.interrupted_at === null && after.interrupted_at !== null
      ? [plain('interrupting')]
      : []),
    ...(after.start_blocker !== null && after.start_blocker !== before.start_blocker
      ? [{ kind: 'start_blocked' as const, cause: after.start_blocker, exitCode: null }]
      : []),
    ...moved(before, after),
    ...(!before.ready && after.ready ? [plain('ready')] : []),
    ...(before.entered_at === null && after.entered_at !== null ? [plain('entered')] : []),
    ...charged(before, after),
    ...(before.stop_overdue_at === null && after.stop_overdue_at !== null
      ? [plain('stop_overdue')]
      : []),
  ]
}

function plain(kind: InstanceEventKind): NewInstanceEvent {
  return { kind, cause: null, exitCode: null }
}

/** The event with the reason of the state after it. */
function because(kind: InstanceEventKind, { reason }: InstanceRow): NewInstanceEvent {
  return { kind, cause: reason?.code ?? null, exitCode: reason?.exit_code ?? null }
}

/** Whether its renter changed a setting. A stop time that a stop or a start removes is no change of theirs. */
function isSetAnew(before: InstanceRow, after: InstanceRow): boolean {
  const isStopTimeSet =
    before.desired === after.desired &&
    before.restart === after.restart &&
    before.stop_at?.getTime() !== after.stop_at?.getTime()
  return isStopTimeSet || settingsOf(before) !== settingsOf(after)
}

function settingsOf(row: InstanceRow): string {
  const { restart_policy, budget_micro_usd, stop_after_s, stop_idle, schedule } = row
  const { bid_micro_usd_per_hour, resumes } = row
  return JSON.stringify([
    ...[restart_policy, budget_micro_usd, stop_after_s, stop_idle, schedule],
    ...[bid_micro_usd_per_hour, resumes],
  ])
}

function announced(before: InstanceRow, after: InstanceRow): NewInstanceEvent[] {
  const { stop_announced_cause: cause } = after
  if (cause === null || cause === before.stop_announced_cause) return []
  return [{ kind: 'stop_announced', cause, exitCode: null }]
}

/** What its user, or the control plane, wants from now on. */
function requested(before: InstanceRow, after: InstanceRow): NewInstanceEvent[] {
  if (after.generation === before.generation) return []
  if (after.desired === 'running') {
    if (after.restart === before.restart) return []
    const wasDown = before.state === 'stopped' || before.state === 'failed'
    return [plain(wasDown ? 'start_requested' : 'restart_requested')]
  }
  if (after.desired === before.desired) return []
  if (after.desired === 'stopped')
    return failedNow(before, after) ? [] : [because('stop_requested', after)]
  // The reason of an earlier stop says nothing about the destruction.
  const isNew = after.reason?.code !== before.reason?.code
  return [isNew ? because('destroy_requested', after) : plain('destroy_requested')]
}

function failedNow(before: InstanceRow, after: InstanceRow): boolean {
  return before.state !== 'failed' && after.state === 'failed'
}

function moved(before: InstanceRow, after: InstanceRow): NewInstanceEvent[] {
  if (before.state === after.state) return []
  const back = before.state === 'lost' && after.state !== 'destroyed' ? [plain('back')] : []
  const pulled = before.state === 'pulling' && pastPulling.has(after.state)
  return [...back, ...(pulled ? [plain('image_pulled')] : []), ...arrived(before, after)]
}

const pastPulling: ReadonlySet<InstanceRow['state']> = new Set(['creating', 'starting', 'running'])

function arrived(before: InstanceRow, after: InstanceRow): NewInstanceEvent[] {
  switch (after.state) {
    case 'running':
      // One that was lost while it ran has not started again.
      return before.state === 'lost' && before.ready_at !== null ? [] : [plain('started')]
    case 'stopped':
    case 'failed':
      return [because(after.state, after)]
    case 'lost':
    case 'destroyed':
      return [plain(after.state)]
    case 'requested':
    case 'pulling':
    case 'creating':
    case 'starting':
    case 'stopping':
      return []
    default:
      return assertNever(after.state)
  }
}

function charged(before: InstanceRow, after: InstanceRow): NewInstanceEvent[] {
  if (before.charged_from !== null || after.charged_from === null) return []
  return [{ kind: 'charging_started', cause: after.charged_cause, exitCode: null }]
}
