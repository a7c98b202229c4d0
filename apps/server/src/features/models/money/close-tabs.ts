import type { AccountId, InferenceTabId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { type LedgerCtx, releaseHold } from '../../ledger/index.ts'
import { lockForsaken, lockTab, lockTabsOf, markClosed } from './tabs-store.ts'

/** A replica says every few seconds that it is there; one that was silent for so long is taken for gone. */
const forsakenAfterMs = 60_000
const sweptAtOnceMax = 100

/** Closes a tab and gives back what is left of it; one that is closed stays so. */
export function closeTab(
  ctx: Pick<Ctx, 'clock' | 'ids' | 'transact'>,
  id: InferenceTabId,
): Promise<void> {
  return ctx.transact(async (tx) => {
    if ((await lockTab(tx, id)) === 'open') await endTab(ctx, tx, id)
  })
}

/**
 * Closes every open tab of an account, in the transaction that closes the account. What was answered in the last half
 * second and not written yet is our loss.
 */
export async function closeTabsOf(ctx: LedgerCtx, tx: Tx, accountId: AccountId): Promise<void> {
  for (const id of await lockTabsOf(tx, accountId)) await endTab(ctx, tx, id)
}

/** Closes the tabs of replicas that are gone, and gives back what they held. Says how many those were. */
export function sweepTabs(ctx: Pick<Ctx, 'clock' | 'ids' | 'transact'>): Promise<number> {
  return ctx.transact(async (tx) => {
    const before = new Date(ctx.clock.now().getTime() - forsakenAfterMs)
    const forsaken = await lockForsaken(tx, { before, most: sweptAtOnceMax })
    for (const id of forsaken) await endTab(ctx, tx, id)
    return forsaken.length
  })
}

async function endTab(ctx: LedgerCtx, tx: Tx, id: InferenceTabId): Promise<void> {
  await releaseHold(ctx, tx, { purpose: id, keepMicroUsd: 0, key: 'close' })
  await markClosed(tx, id, ctx.clock.now())
}
