import type { AccountId, PayoutId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Tx } from '../../platform/ctx.ts'
import { type Earner, earnedBy, payoutOf } from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import { insertLedgerAccounts, lockBalance } from './posting-store.ts'
import { publishBalance } from './publish-balance.ts'

/** Earnings that are to be paid out. */
export interface PayoutReserve {
  readonly payoutId: PayoutId
  readonly accountId: AccountId
  /** From each earner, above zero; in the order of ids. */
  readonly parts: readonly { readonly id: Earner; readonly microUsd: MicroUsd }[]
}

/**
 * Sets earnings aside for a payout. The caller holds their locks (`lockEarned`) and has checked that they are
 * enough; the database refuses a balance below zero. The same payout sets them aside once.
 */
export async function reservePayout(
  ctx: LedgerCtx,
  tx: Tx,
  { payoutId, accountId, parts }: PayoutReserve,
): Promise<void> {
  const payout = payoutOf(payoutId)
  await insertLedgerAccounts(tx, [{ account: payout, owner: accountId }])
  await lockBalance(tx, payout)
  await post(ctx, tx, {
    kind: 'payout_hold',
    key: `payout_hold:${payoutId}`,
    text: 'Set aside for a payout',
    purpose: null,
    entries: [
      ...parts.map(({ id, microUsd }) => ({ account: earnedBy(id), microUsd: -microUsd })),
      { account: payout, microUsd: parts.reduce((sum, { microUsd }) => sum + microUsd, 0) },
    ],
  })
  await publishBalance(tx, accountId)
}
