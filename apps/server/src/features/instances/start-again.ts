import type { MicroUsd } from '@gridloom/contract/core/values'
import { firstHold } from '@gridloom/domain/hold'
import { priceAtClearing } from '@gridloom/domain/market/clear-bids'
import type { Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import { placeHold, readInstanceMoney } from '../ledger/index.ts'
import { putRentalPrice, retakeSlots } from '../market/index.ts'
import { noPendingStart, noPlannedStop } from './automation/change-settings.ts'
import type { InstancesCtx } from './ctx.ts'
import { refuseBeyondOwnBudget } from './instance-budget.ts'
import { awaitingColumns } from './interruptions/awaiting.ts'
import { heldRateOf } from './keep-hold.ts'
import { slotsOfInstance } from './regain-slots.ts'
import { onDemand } from './reserved/on-demand.ts'
import type { InstanceRow, InstancesTable } from './schema.ts'
import { setDesiredState } from './set-desired-state.ts'

/** Decides whether a start may exceed the budget of the key of the instance's order, or refuses it. */
export type DecideKeyBudget = (microUsd: MicroUsd) => Promise<'within' | 'beyond'>

/**
 * Starts an instance that is down, and whose row is locked: takes its slots again and places a hold.
 * @throws Refused `offer_taken`, `outbid`, `reservation_full`, `insufficient_funds`, `instance_budget_exceeded`, `machine_offline`, and what
 * `decideKeyBudget` throws
 */
export async function startAgain(
  ctx: InstancesCtx,
  tx: Tx,
  down: InstanceRow,
  decideKeyBudget: DecideKeyBudget,
): Promise<InstanceRow> {
  const retaken = await retakeSlots(tx, { ...slotsOfInstance(down), at: ctx.clock.now() })
  const row = await onDemand(tx, down)
  const held = (await readInstanceMoney(tx.db, [row.id])).get(row.id)?.heldMicroUsd ?? 0
  const microUsd = Math.max(0, firstHold(heldRateOf(row)) - held)
  await refuseBeyondOwnBudget(tx, row, microUsd)
  const budget = await decideKeyBudget(microUsd)
  await placeHold(ctx, tx, {
    accountId: row.account_id,
    purpose: row.id,
    microUsd,
    key: `start:${row.generation}`,
  })
  const price = runPrice(row, retaken.bidPaysMicroUsd)
  if (row.bid_micro_usd_per_hour !== null && price.running_micro_usd_per_hour !== undefined)
    await putRentalPrice(tx, row.id, price.running_micro_usd_per_hour)
  return setDesiredState(ctx, tx, row, {
    desired: 'running',
    // A process that ended by itself is started again, not left stopped.
    restart: row.restart + 1,
    gpu_uuids: JSON.stringify(retaken.gpuUuids),
    disk_kept_until: null,
    ...begunAnew(row, ctx.clock.now()),
    warned_s: null,
    past_key_budget: budget === 'beyond',
    reason: null,
    ...price,
    interrupted_at: null,
    awaits_slots: false,
    ...(retaken.awaitsSlots && awaitingColumns),
  })
}

/** An interruptible instance pays the price of the last clearing from its start on. */
function runPrice(
  row: InstanceRow,
  paysMicroUsd: number | null,
): Pick<Updateable<InstancesTable>, 'running_micro_usd_per_hour' | 'next_micro_usd_per_hour'> {
  const { bid_micro_usd_per_hour: maxMicroUsd, bid_all_micro_usd_per_hour: all, slots } = row
  if (maxMicroUsd === null || all === null || paysMicroUsd === null) return {}
  const bid = { slots, maxMicroUsd, allAtMaxMicroUsd: all }
  return {
    running_micro_usd_per_hour: priceAtClearing(bid, paysMicroUsd),
    next_micro_usd_per_hour: null,
  }
}

/** Whether an instance is down and can be started on its disk; one that moves is started by its move. */
export function isStartable(row: InstanceRow): boolean {
  const isDown = row.state === 'stopped' || row.state === 'failed'
  return (
    isDown &&
    row.move_id === null &&
    row.desired !== 'destroyed' &&
    row.reason?.code !== 'disk_lost'
  )
}

/** Whether a start would change nothing: it is up, starting, or the machine has yet to receive the last start. */
export function isStarting(row: InstanceRow): boolean {
  if (row.desired !== 'running') return false
  const resting = row.state === 'failed' || row.state === 'stopped'
  return !resting || row.observed_generation < row.generation
}

/** Rules count from this start on: what was planned, postponed or announced before it is over. */
function begunAnew({ stop_at: stopAt }: InstanceRow, now: Date) {
  return {
    ...noPendingStart,
    ...noPlannedStop,
    run_since: null,
    ...(stopAt !== null && stopAt <= now && { stop_at: null }),
  }
}
