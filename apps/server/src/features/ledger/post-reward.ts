import type { AccountId, TransactionId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Tx } from '../../platform/ctx.ts'
import { availableOf, platformCredit, rewardsOf } from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import { insertLedgerAccounts } from './posting-store.ts'
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

/** Sets a reward aside for an account. Returns `null`, and does nothing, when the key was used before. */
export async function postReward(
  ctx: LedgerCtx,
  tx: Tx,
  { accountId, microUsd, key, text }: RewardAmount,
): Promise<TransactionId | null> {
  await insertLedgerAccounts(tx, [{ account: rewardsOf(accountId), owner: accountId }])
  return post(ctx, tx, {
    kind: 'reward',
    key: `reward:${key}`,
    text,
    purpose: null,
    entries: [
      { account: platformCredit, microUsd: -microUsd },
      { account: rewardsOf(accountId), microUsd },
    ],
  })
}

/** Moves rewards of an account to its balance. Returns `null`, and does nothing, when the key was used before. */
export async function postRewardClaim(
  ctx: LedgerCtx,
  tx: Tx,
  { accountId, microUsd, key, text }: RewardAmount,
): Promise<TransactionId | null> {
  const id = await post(ctx, tx, {
    kind: 'reward_claim',
    key: `reward_claim:${key}`,
    text,
    purpose: null,
    entries: [
      { account: rewardsOf(accountId), microUsd: -microUsd },
      { account: availableOf(accountId), microUsd },
    ],
  })
  if (id !== null) await publishBalance(tx, accountId)
  return id
}
