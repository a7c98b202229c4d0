import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import { captureEveryS } from '@gridloom/contract/core/constants'
import type { InstanceState } from '@gridloom/contract/instances/instance'
import { firstHold } from '@gridloom/domain/hold'
import type { Tx } from '../../platform/ctx.ts'
import { releaseHold } from '../ledger/index.ts'
import { releaseDisk, releaseSlots } from '../market/index.ts'
import { applyReport, upward } from './apply-report.ts'
import { bookUse, unbookedS } from './book-use.ts'
import type { InstancesCtx } from './ctx.ts'
import { freeStartLeft } from './free-start.ts'
import { holdKey } from './hold-key.ts'
import { updateInstance } from './instances-store.ts'
import { keepHold, rateNow } from './keep-hold.ts'
import { meterInstance } from './meter-instance.ts'
import { settleOverdueStop, waitedForStop } from './overdue-stop.ts'
import { regainSlots } from './regain-slots.ts'
import type { InstanceRow } from './schema.ts'
import { tellTrouble } from './tell-trouble.ts'

/** A report, the locked row that it is of, and whether it is one of the levels that every heartbeat repeats. */
export interface Settling {
  row: InstanceRow
  report: InstanceReport
  seenAt: Date
  level: 'repeated' | 'passing'
}

/**
 * Takes one report of a machine into an instance whose row is locked: moves its state, meters and books its use,
 * keeps its hold, gives back what it no longer needs, and tells those who watch. The same report twice changes nothing.
 */
export async function settleReport(
  ctx: InstancesCtx,
  tx: Tx,
  { row, report, seenAt, level }: Settling,
): Promise<InstanceRow> {
  const applied = applyReport(row, report)
  if (applied === null) return row
  const freeLeftS = await freeStartLeft(ctx, tx, row)
  const moved = await updateInstance(tx, row.id, {
    ...meterInstance(row, { report, state: applied.state, seenAt, freeLeftS }),
    ...waitedForStop(row, applied.state, seenAt),
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
  if (cameToRest(row, booked, level)) await leave(ctx, tx, booked)
  const slotted = cameUp(row, booked) ? await regainSlots(ctx, tx, booked) : booked
  const held = await keepHold(ctx, tx, slotted)
  const kept = await settleOverdueStop(ctx, tx, { before: row, after: held })
  await tellTrouble(ctx, tx, { before: row, after: kept })
  await tx.publish({
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

const atRest: ReadonlySet<InstanceState> = new Set(['stopped', 'failed', 'destroyed'])

/**
 * Whether it needs its slots and its hold no more: it has just come to rest, or it was started and is at rest again
 * without anyone having heard of the way there (the connection was broken meanwhile). The latter only at a repeated
 * level, and not while the machine still tries.
 */
function cameToRest(before: InstanceRow, now: InstanceRow, level: Settling['level']): boolean {
  if (!atRest.has(now.state)) return false
  if (before.state !== now.state) return true
  const heard = now.observed_generation >= now.generation
  const trying = now.reason?.code === 'engine_unreachable'
  return level === 'repeated' && heard && now.desired === 'running' && !trying
}

function cameUp(before: InstanceRow, now: InstanceRow): boolean {
  return atRest.has(before.state) && upward.has(now.state)
}

/** Gives back what an instance at rest does not need: its slots, its money, and with the disk all of it. */
async function leave(ctx: InstancesCtx, tx: Tx, row: InstanceRow): Promise<void> {
  await releaseSlots(tx, row.id)
  if (row.state === 'destroyed') await releaseDisk(tx, row.id)
  await releaseHold(ctx, tx, {
    purpose: row.id,
    keepMicroUsd: rateNow(row) > 0 ? firstHold(row.stopped_micro_usd_per_hour) : 0,
    key: holdKey(row.state, row),
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
