import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import { captureEveryS } from '@gridloom/contract/constants'
import { firstHold } from '@gridloom/domain/hold'
import type { Tx } from '../../platform/ctx.ts'
import { releaseHold } from '../ledger/index.ts'
import { releaseDisk, releaseSlots } from '../machines/index.ts'
import { applyReport } from './apply-report.ts'
import { bookUse, unbookedS } from './book-use.ts'
import type { InstancesCtx } from './ctx.ts'
import { updateInstance } from './instances-store.ts'
import { keepHold, rateNow } from './keep-hold.ts'
import { meterInstance } from './meter-instance.ts'
import type { InstanceRow } from './schema.ts'

/**
 * Takes one report of a machine into an instance whose row is locked: moves its state, meters and books its use,
 * keeps its hold, gives back what it no longer needs, and tells those who watch. The same report twice changes nothing.
 */
export async function settleReport(
  ctx: InstancesCtx,
  tx: Tx,
  { row, report, seenAt }: { row: InstanceRow; report: InstanceReport; seenAt: Date },
): Promise<InstanceRow> {
  const applied = applyReport(row, report)
  if (applied === null) return row
  const moved = await updateInstance(tx, row.id, {
    ...meterInstance(row, report, seenAt),
    state: applied.state,
    ready: applied.ready,
    reason: jsonOrNull(applied.reason),
    progress: jsonOrNull(applied.progress),
    observed_generation: applied.observedGeneration,
    last_heard_at: seenAt,
    ready_at: row.ready_at ?? (applied.ready ? seenAt : null),
    ...stampOf(row, applied.state, seenAt),
  })
  const left = row.state !== moved.state
  const due = left || unbookedS(moved) >= captureEveryS
  const booked = due ? await bookUse(ctx, tx, moved) : moved
  if (left) await leave(ctx, tx, booked)
  const kept = await keepHold(ctx, tx, booked)
  await tx.tell({
    topic: visibly(row, kept) ? 'instance' : 'metrics',
    accountId: row.account_id,
    subject: row.id,
  })
  return kept
}

/** When it came to rest, kept from the first report that says so. */
function stampOf(row: InstanceRow, state: InstanceRow['state'], seenAt: Date) {
  if (state === row.state) return {}
  if (state === 'stopped') return { stopped_at: seenAt }
  if (state === 'destroyed') return { destroyed_at: seenAt }
  return state === 'running' ? { stopped_at: null } : {}
}

/** Gives back what an instance that has come to rest no longer needs: its slots, its disk, its money. */
async function leave(ctx: InstancesCtx, tx: Tx, row: InstanceRow): Promise<void> {
  if (row.state !== 'stopped' && row.state !== 'failed' && row.state !== 'destroyed') return
  await releaseSlots(tx, row.id)
  if (row.state === 'destroyed') await releaseDisk(tx, row.id)
  const keepsPaying = row.desired !== 'destroyed' && rateNow(row) > 0
  await releaseHold(ctx, tx, {
    instanceId: row.id,
    keepMicroUsd: keepsPaying ? firstHold(row.stopped_micro_usd_per_hour) : 0,
    key: `${row.state}:${row.generation}:${row.metered_running_s}`,
  })
}

/** Whether a person would see the difference; the ticking of cost alone travels as a passing change. */
function visibly(before: InstanceRow, after: InstanceRow): boolean {
  const face = (row: InstanceRow) =>
    JSON.stringify([row.state, row.ready, row.desired, row.reason, row.progress])
  return face(before) !== face(after)
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}
