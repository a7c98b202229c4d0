import type { RewardId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import { type LedgerCtx, postRewardReturn } from '../ledger/index.ts'
import { markTakenBack } from './rewards-store.ts'

/**
 * Takes a reward back that its account has not claimed: its money returns to the platform's credit. Returns whether it
 * did. Roll back on `false`: it was claimed or taken back before, or its account is closed, which returned it. A parallel
 * claim waits for the row, or this waits for it.
 */
export async function takeBackReward(ctx: LedgerCtx, tx: Tx, id: RewardId): Promise<boolean> {
  const row = await markTakenBack(tx, id, ctx.clock.now())
  if (row === undefined) return false
  const { account_id: accountId, micro_usd: microUsd } = row
  const text = `Taken back: ${row.text}`
  const returned = await postRewardReturn(ctx, tx, { accountId, microUsd, key: id, text })
  if (returned === null) return false
  await tx.publish({ topic: 'rewards', transient: true, accountId, subject: id })
  return true
}
