import type { AccountId, AllowanceId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { type LedgerCtx, releaseHold } from '../../ledger/index.ts'
import {
  lockAbandoned,
  lockAllowance,
  lockAllowancesOf,
  markAllowanceClosed,
} from './allowances-store.ts'

/** Every replica touches its allowances every few seconds; one that has not for this long counts as gone. */
const abandonedAfterMs = 60_000
const sweptAtOnceMax = 100

/** Closes an allowance and releases the rest of its hold; a closed one stays closed. */
export function closeAllowance(
  ctx: Pick<Ctx, 'clock' | 'ids' | 'transact'>,
  id: AllowanceId,
): Promise<void> {
  return ctx.transact(async (tx) => {
    if ((await lockAllowance(tx, id)) === 'open') await endAllowance(ctx, tx, id)
  })
}

/**
 * Closes every open allowance of an account, in the transaction that closes the account. The platform bears the loss of
 * answers of the last half second that are not stored yet.
 */
export async function closeAllowancesOf(
  ctx: LedgerCtx,
  tx: Tx,
  accountId: AccountId,
): Promise<void> {
  for (const id of await lockAllowancesOf(tx, accountId)) await endAllowance(ctx, tx, id)
}

/** Closes the allowances of replicas that are gone and releases their holds. Returns how many it closed. */
export function sweepAllowances(ctx: Pick<Ctx, 'clock' | 'ids' | 'transact'>): Promise<number> {
  return ctx.transact(async (tx) => {
    const before = new Date(ctx.clock.now().getTime() - abandonedAfterMs)
    const abandoned = await lockAbandoned(tx, { before, most: sweptAtOnceMax })
    for (const id of abandoned) await endAllowance(ctx, tx, id)
    return abandoned.length
  })
}

async function endAllowance(ctx: LedgerCtx, tx: Tx, id: AllowanceId): Promise<void> {
  await releaseHold(ctx, tx, { purpose: id, keepMicroUsd: 0, key: 'close' })
  await markAllowanceClosed(tx, id, ctx.clock.now())
}
