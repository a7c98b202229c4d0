import type { AccountId, MissionId, TransactionId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Tx } from '../../platform/ctx.ts'
import {
  availableOf,
  earnedBy,
  missionBudgetOf,
  platformCredit,
  rewardsOf,
} from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import { insertLedgerAccounts, lockBalance } from './posting-store.ts'
import { publishBalance } from './publish-balance.ts'

/** An amount of rewards of an account. */
export interface RewardAmount {
  readonly accountId: AccountId
  /** Above zero. */
  readonly microUsd: MicroUsd
  /** The same key moves it once. */
  readonly key: string
  readonly text: string
}

/** A reward, and the budget that pays it; `null`: the platform's credit. */
export interface RewardPosting extends RewardAmount {
  readonly budget: MissionId | null
}

/** Sets a reward aside for an account. Returns `null`, and does nothing, when the key was used before. */
export async function postReward(
  ctx: LedgerCtx,
  tx: Tx,
  { accountId, microUsd, key, text, budget }: RewardPosting,
): Promise<TransactionId | null> {
  await insertLedgerAccounts(tx, [{ account: rewardsOf(accountId), owner: accountId }])
  return post(ctx, tx, {
    kind: 'reward',
    key: `reward:${key}`,
    text,
    purpose: null,
    entries: [
      { account: budget === null ? platformCredit : missionBudgetOf(budget), microUsd: -microUsd },
      { account: rewardsOf(accountId), microUsd },
    ],
  })
}

/**
 * Returns a reward that was not claimed to the platform's credit. Returns `null`, and does nothing, when the account has
 * no such reward any more.
 */
export async function postRewardReturn(
  ctx: LedgerCtx,
  tx: Tx,
  { accountId, microUsd, key, text }: RewardAmount,
): Promise<TransactionId | null> {
  const rewards = await lockBalance(tx, rewardsOf(accountId))
  if ((rewards?.balanceMicroUsd ?? 0) < microUsd) return null
  return post(ctx, tx, {
    kind: 'reward_return',
    key: `reward_return:${key}`,
    text,
    purpose: null,
    entries: [
      { account: rewardsOf(accountId), microUsd: -microUsd },
      { account: platformCredit, microUsd },
    ],
  })
}

/** Rewards that an account claims, to its balance or to its own earnings, which are payable at once. */
export interface RewardClaim extends RewardAmount {
  readonly to: 'balance' | 'earnings'
}

/** Moves rewards of an account. Returns `null`, and does nothing, when the key was used before. */
export async function postRewardClaim(
  ctx: LedgerCtx,
  tx: Tx,
  { accountId, microUsd, key, text, to }: RewardClaim,
): Promise<TransactionId | null> {
  const target = to === 'balance' ? availableOf(accountId) : earnedBy(accountId)
  await insertLedgerAccounts(tx, [{ account: target, owner: accountId }])
  const id = await post(ctx, tx, {
    kind: 'reward_claim',
    key: `reward_claim:${key}`,
    text,
    purpose: null,
    entries: [
      { account: rewardsOf(accountId), microUsd: -microUsd },
      { account: target, microUsd },
    ],
  })
  if (id !== null) await publishBalance(tx, accountId)
  return id
}
