import { Refused } from '@gridloom/contract/errors'
import type { ClaimedRewards, RewardsClaim } from '@gridloom/contract/rewards/reward'
import { accountOf } from '../../platform/ctx.ts'
import { lockActiveAccount } from '../companies/index.ts'
import { postRewardClaim } from '../ledger/index.ts'
import { arePayoutsOffered } from '../payouts/index.ts'
import type { RewardsCtx } from './ctx.ts'
import { lockClaimable, markClaimed, sumRewards } from './rewards-store.ts'

const claimedAtOnce = 1_000

/**
 * Moves what can be claimed to the balance, or to earnings that are payable at once, at most 1,000 rewards. Their rows are locked and marked in the transaction
 * that moves the money, so each is claimed once, however many claims run at the same time.
 * @throws Refused `nothing_to_claim`; to earnings also `payouts_off`, and `not_found` or `forbidden` in a company without
 * the right to have its earnings paid out
 */
export async function claimRewards(ctx: RewardsCtx, { to }: RewardsClaim): Promise<ClaimedRewards> {
  if (to === 'payouts' && !arePayoutsOffered(ctx)) throw new Refused('payouts_off')
  const { accountId } = accountOf(ctx)
  const now = ctx.clock.now()
  const claimed = await ctx.transact(async (tx) => {
    if (to === 'payouts') await lockActiveAccount(ctx, tx, 'pay_out')
    const rewards = await lockClaimable(tx, accountId, { now, limit: claimedAtOnce })
    const [first] = rewards
    if (first === undefined) throw new Refused('nothing_to_claim')
    const microUsd = rewards.reduce((sum, { micro_usd }) => sum + micro_usd, 0)
    const transactionId = await postRewardClaim(ctx, tx, {
      ...{ accountId, microUsd, key: first.id },
      to: to === 'payouts' ? 'earnings' : 'balance',
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
