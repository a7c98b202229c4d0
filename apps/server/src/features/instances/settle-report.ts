import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import { captureEveryS } from '@gridloom/contract/core/constants'
import type { InstanceState } from '@gridloom/contract/instances/instance'
import { firstHold } from '@gridloom/domain/hold'
import type { Tx } from '../../platform/ctx.ts'
import { releaseHold } from '../ledger/index.ts'
import { releaseDisk, releaseSlots } from '../market/index.ts'
import { publishVolumesOf } from '../volumes/index.ts'
import { applyInstanceReport, upward } from './apply-instance-report.ts'
import { bookUse, unbookedS } from './book-use.ts'
import { coverUse } from './cover-use.ts'
import type { InstancesCtx } from './ctx.ts'
import { recordInstanceEvents } from './events/record-instance-events.ts'
import { freeStartLeft } from './free-start.ts'
import { holdKey } from './hold-key.ts'
import { type InstanceGap, noGap } from './instance-gap.ts'
import { updateInstance } from './instances-store.ts'
import { interrupt } from './interruptions/apply-interruptions.ts'
import { keepHold, rateNow } from './keep-hold.ts'
import { hasLostCounters, meterInstance } from './meter-instance.ts'
import { recordOrderEnded } from './order-events.ts'
import { settleOverdueStop, waitedForStop } from './overdue-stop.ts'
import { publishInstance, publishMetrics } from './publish-instance.ts'
import { publishProblem } from './publish-problem.ts'
import { regainSlots } from './regain-slots.ts'
import type { InstanceRow } from './schema.ts'
import { settleFirstStart } from './template-starts.ts'
import { insertUsageEntries } from './usage-entries-store.ts'

/** A report with the locked row of its instance. Every heartbeat repeats state reports; changes are sent once. */
export interface ReportToSettle {
  row: InstanceRow
  report: InstanceReport
  seenAt: Date
  delivery: 'repeated' | 'once'
  /** The gap before it, at a `hello`. */
  gap?: InstanceGap
}

/**
 * Settles a report on an instance whose row is locked: moves its state, meters and books its use, keeps its hold,
 * releases slots and holds that it no longer needs, and publishes the change. The same report twice changes nothing.
 */
export async function settleReport(
  ctx: InstancesCtx,
  tx: Tx,
  { row: reported, report, seenAt, delivery, gap = noGap }: ReportToSettle,
): Promise<InstanceRow> {
  const current = endedOnNotice(reported, report) ? await interrupt(ctx, tx, reported) : reported
  const applied = applyInstanceReport(current, report)
  if (applied === null) return current
  // Booked with the count that shows it, before that is replaced by a lower one.
  const row = hasLostCounters(current, report, seenAt) ? await bookUse(ctx, tx, current) : current
  const freeLeftS = await freeStartLeft(ctx, tx, row)
  const moved = await updateInstance(tx, row.id, {
    ...meterInstance(row, { report, state: applied.state, seenAt, freeLeftS, gap }),
    ...waitedForStop(row, applied.state, seenAt),
    state: applied.state,
    ready: applied.ready,
    reason: jsonOrNull(applied.reason),
    progress: jsonOrNull(applied.progress),
    observed_generation: applied.observedGeneration,
    last_seen_at: seenAt,
    ready_at: row.ready_at ?? (applied.ready ? seenAt : null),
    ...stampOf(row, applied.state, seenAt),
    ...(applied.state === 'running' && { run_since: row.run_since ?? seenAt }),
  })
  await recordInstanceEvents(ctx, tx, { before: row, after: moved })
  if (gap.excused.length > 0 && unbookedS(moved) > unbookedS(row)) {
    await insertUsageEntries(tx, row.machine_id, gap.evidence)
    await coverUse(ctx, tx, moved)
  }
  const left = row.state !== moved.state
  const isRepriced = moved.next_micro_usd_per_hour !== null
  const due = left || isRepriced || unbookedS(moved) >= captureEveryS
  const settled = due ? await bookUse(ctx, tx, moved) : moved
  const booked = isRepriced ? await beginPrice(tx, settled) : settled
  if (cameToRest(row, booked, delivery)) await leave(ctx, tx, booked)
  const slotted = cameUp(row, booked) ? await regainSlots(ctx, tx, booked) : booked
  const held = await keepHold(ctx, tx, slotted)
  const kept = await settleOverdueStop(ctx, tx, { before: row, after: held })
  if (left && kept.state === 'destroyed') {
    await recordOrderEnded(ctx, tx, kept)
    await publishVolumesOf(tx, kept)
  }
  await settleFirstStart(tx, { before: row, after: kept })
  await publishProblem(ctx, tx, { before: row, after: kept })
  const publish = visibly(row, kept) ? publishInstance : publishMetrics
  await publish(tx, row.account_id, row.id)
  return kept
}

/** Begins the price of the last clearing, once the use before it is booked. */
async function beginPrice(tx: Tx, row: InstanceRow): Promise<InstanceRow> {
  const { next_micro_usd_per_hour: next } = row
  return updateInstance(tx, row.id, {
    running_micro_usd_per_hour: next ?? row.running_micro_usd_per_hour,
    next_micro_usd_per_hour: null,
  })
}

/** Whether its main process ended on the notice of an interruption, as it should: it is interrupted then, not broken. */
function endedOnNotice(row: InstanceRow, report: InstanceReport): boolean {
  const isWarned = row.interrupted_at !== null && row.desired === 'running'
  return isWarned && report.phase === 'stopped' && report.observed_generation >= row.generation
}

/** The time when it stopped, from the first report that shows it. */
function stampOf(row: InstanceRow, state: InstanceRow['state'], seenAt: Date) {
  if (state === row.state) return {}
  if (state === 'stopped') return { stopped_at: seenAt }
  if (state === 'destroyed') return { destroyed_at: seenAt }
  return state === 'running' ? { stopped_at: null } : {}
}

const atRest: ReadonlySet<InstanceState> = new Set(['stopped', 'failed', 'destroyed'])

/**
 * Whether an instance no longer needs its slots and hold: it has just stopped, or it was started and is stopped again
 * without a report in between (the connection was broken). The latter counts only in a repeated report, and not while
 * the machine still retries.
 */
function cameToRest(
  before: InstanceRow,
  now: InstanceRow,
  delivery: ReportToSettle['delivery'],
): boolean {
  if (!atRest.has(now.state)) return false
  if (before.state !== now.state) return true
  const acknowledged = now.observed_generation >= now.generation
  const trying = now.reason?.code === 'engine_unreachable'
  return delivery === 'repeated' && acknowledged && now.desired === 'running' && !trying
}

function cameUp(before: InstanceRow, now: InstanceRow): boolean {
  return atRest.has(before.state) && upward.has(now.state)
}

/** Releases what a stopped instance does not need: its slots, its hold, and the disk of a destroyed one. */
async function leave(ctx: InstancesCtx, tx: Tx, row: InstanceRow): Promise<void> {
  await releaseSlots(tx, row.id)
  if (row.state === 'destroyed') await releaseDisk(tx, row.id)
  await releaseHold(ctx, tx, {
    purpose: row.id,
    keepMicroUsd: rateNow(row) > 0 ? firstHold(row.stopped_micro_usd_per_hour) : 0,
    key: holdKey(row.state, row),
  })
}

/** Whether the change is visible in the instance; a change of cost alone is published as `metrics`. */
function visibly(before: InstanceRow, after: InstanceRow): boolean {
  const face = (row: InstanceRow) =>
    JSON.stringify([row.state, row.ready, row.desired, row.reason, row.progress])
  return face(before) !== face(after)
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}
