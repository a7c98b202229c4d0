import { Refused } from '@gridloom/contract/errors'
import type { ClaimedRewards } from '@gridloom/contract/rewards/reward'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { postRewardClaim } from '../ledger/index.ts'
import { lockClaimable, markClaimed, sumRewards } from './rewards-store.ts'

const claimedAtOnce = 1_000

/**
 * Moves what can be claimed to the balance, at most 1,000 rewards. Their rows are locked and marked in the transaction
 * that moves the money, so each is claimed once, however many claims run at the same time.
 * @throws Refused `nothing_to_claim`
 */
export async function claimRewards(ctx: Ctx): Promise<ClaimedRewards> {
  const { accountId } = accountOf(ctx)
  const now = ctx.clock.now()
  const claimed = await ctx.transact(async (tx) => {
    const rewards = await lockClaimable(tx, accountId, { now, limit: claimedAtOnce })
    const [first] = rewards
    if (first === undefined) throw new Refused('nothing_to_claim')
    const microUsd = rewards.reduce((sum, { micro_usd }) => sum + micro_usd, 0)
    const transactionId = await postRewardClaim(ctx, tx, {
      ...{ accountId, microUsd, key: first.id },
      text: rewards.length === 1 ? first.text : `${rewards.length} rewards`,
    })
    if (transactionId === null) throw new Refused('nothing_to_claim')
    await markClaimed(tx, rewards, { at: now, transactionId })
    tx.note({ subject: accountId })
    await tx.publish({ topic: 'rewards', transient: true, accountId, subject: first.id })
    return { rewards: rewards.length, micro_usd: microUsd }
  })
  return { ...claimed, totals: await sumRewards(ctx.db, accountId, now) }
}
