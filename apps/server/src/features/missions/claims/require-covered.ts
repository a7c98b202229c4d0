import type { AccountId } from '@gridloom/contract/core/ids'
import type { BasisPoints, MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import {
  commissionReserve,
  feesMissing,
  type RewardMoney,
  rewardWindowDays,
} from '@gridloom/domain/missions/reward-bound'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { highestShare, referredBelow } from '../../affiliate/index.ts'
import { sumKeptFees } from '../../ledger/index.ts'
import { sumRewarded } from './claims-store.ts'

const dayMs = 86_400_000

/** A reward that is to be paid, and the accounts whose fees must stand behind it. */
export interface CoveredReward {
  /** The account and its referrers, from {@link referrersAbove}, whose trees the transaction has locked. */
  readonly line: readonly AccountId[]
  /** Zero for one that counts as rewarded already, because it is held. */
  readonly rewardMicroUsd: MicroUsd
  readonly share: BasisPoints
  readonly claimUntil: Date
}

/**
 * Refuses a reward that the kept fees do not cover: those of the account with everyone it referred, and in the same way
 * those of each of its referrers, so that one fee never stands behind rewards at several heights of a tree.
 * @throws Refused `mission_reward_bound`
 */
export async function requireCovered(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  { line, rewardMicroUsd: reward, share, claimUntil }: CoveredReward,
): Promise<void> {
  const now = ctx.clock.now()
  let missing = 0
  for (const top of line) {
    const money = await readRewardMoney(tx.db, top, now)
    missing = Math.max(missing, feesMissing(money, { share, reward }))
  }
  if (missing === 0) return
  throw new Refused('mission_reward_bound', {
    details: {
      share: `${share / 100} %`,
      missing: formatUsdExact(missing),
      missing_micro_usd: missing,
      until: `${claimUntil.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    },
  })
}

/** The fees, commission and rewards of an account and everyone below it, in the window of 90 days, and what is left of the first one, that ends now. */
export async function readRewardMoney(db: Db, top: AccountId, now: Date): Promise<RewardMoney> {
  const tree = await referredBelow(db, top)
  const accountIds = tree.map(({ id }) => id)
  const payers = tree.filter(({ isReferred }) => isReferred).map(({ id }) => id)
  // A whole UTC day, for fees and rewards alike: fees of days are summed ahead.
  const from = new Date(Math.floor(now.getTime() / dayMs - rewardWindowDays) * dayMs)
  const to = new Date(now.getTime() + 1)
  const kept = await sumKeptFees(db, { accountIds, payers, from, to })
  return {
    keptFees: kept.fees,
    commission: commissionReserve(kept.of, await highestShare(db)),
    rewarded: await sumRewarded(db, accountIds, from),
  }
}
