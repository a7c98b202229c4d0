import { machineSilentAfterMs, stopActedWithinS } from '@gridloom/contract/core/constants'
import type { InstanceState } from '@gridloom/contract/instances/instance'
import type { Tx } from '../../platform/ctx.ts'
import { releaseHold } from '../ledger/index.ts'
import { clearStopOverdue, machineFacts, markStopOverdue } from '../machines/index.ts'
import { bookUse } from './book-use.ts'
import type { InstancesCtx } from './ctx.ts'
import { holdKey } from './hold-key.ts'
import { hasOverdueStop, updateInstance } from './instances-store.ts'
import { publishOverdueStop } from './publish-problem.ts'
import type { InstanceRow } from './schema.ts'

type StopColumns = Pick<InstanceRow, 'stop_waited_ms' | 'stop_overdue_at'>

const text =
  'The machine took too long to stop it. You are not billed from 10 seconds after the request on, and the hold was released.'

/**
 * Returns the time that a machine has been online without ending an instance as requested, after one more report.
 * Offline time does not count, as an offline machine cannot receive the request. Zero again once the instance has
 * ended.
 */
export function waitedForStop(row: InstanceRow, state: InstanceState, seenAt: Date): StopColumns {
  const { stop_asked_at: askedAt, last_seen_at: lastSeenAt } = row
  if (askedAt === null || hasEnded(row, state)) return { stop_waited_ms: 0, stop_overdue_at: null }
  const sinceMs = Math.max(askedAt.getTime(), lastSeenAt?.getTime() ?? 0)
  const gapMs = Math.max(0, seenAt.getTime() - sinceMs)
  const waitedMs = row.stop_waited_ms + (gapMs > machineSilentAfterMs ? 0 : gapMs)
  const isOverdue = waitedMs > stopActedWithinS * 1_000
  return {
    stop_waited_ms: waitedMs,
    stop_overdue_at: row.stop_overdue_at ?? (isOverdue ? seenAt : null),
  }
}

/** Whether the instance has ended as requested: destroyed, or stopped where only a stop was requested. */
function hasEnded({ desired }: InstanceRow, state: InstanceState): boolean {
  if (state === 'destroyed' || desired === 'running') return true
  return desired === 'stopped' && (state === 'stopped' || state === 'failed')
}

/**
 * Settles a stop that has just become overdue: books the use, releases the hold, hides the machine's offers and notifies
 * both sides. The slots stay taken until the machine reports the end; then its offers are visible again.
 */
export async function settleOverdueStop(
  ctx: InstancesCtx,
  tx: Tx,
  { before, after }: { before: InstanceRow; after: InstanceRow },
): Promise<InstanceRow> {
  const wasOverdue = before.stop_overdue_at !== null
  const since = after.stop_overdue_at
  if (wasOverdue === (since !== null)) return after
  if (since !== null) return giveUp(ctx, tx, after, since)
  if (!(await hasOverdueStop(tx.db, after.machine_id))) {
    await clearStopOverdue(ctx, tx, after.machine_id)
  }
  return after
}

async function giveUp(
  ctx: InstancesCtx,
  tx: Tx,
  row: InstanceRow,
  since: Date,
): Promise<InstanceRow> {
  const booked = await bookUse(ctx, tx, row)
  await releaseHold(ctx, tx, { purpose: row.id, keepMicroUsd: 0, key: holdKey('overdue', row) })
  const marked = await markStopOverdue(ctx, tx, row.machine_id, since)
  const machine = (await machineFacts(tx.db, [row.machine_id])).get(row.machine_id)
  await publishOverdueStop(ctx, tx, { row, machineName: machine?.name ?? 'A machine', marked })
  if (row.disk_kept_until !== null) return booked
  const reason = JSON.stringify({ code: 'stop_overdue', text, exit_code: null })
  return updateInstance(tx, row.id, { reason })
}
