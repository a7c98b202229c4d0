import type { Tx } from '../../platform/ctx.ts'
import type { PaidOut } from './complete-payout.ts'
import { payoutOf, platformAssets, platformFees } from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import { lockBalance } from './posting-store.ts'

/**
 * Undoes `completePayout` of a payout that came back: all of it is set aside again, the fee too. The caller returns it
 * (`returnPayout`). The same payout is undone once.
 */
export async function reversePayout(
  ctx: LedgerCtx,
  tx: Tx,
  { payoutId, microUsd, feeMicroUsd, source, text }: PaidOut,
): Promise<void> {
  await lockBalance(tx, payoutOf(payoutId))
  await post(ctx, tx, {
    kind: 'payout',
    key: `payout_reversal:${payoutId}`,
    text,
    purpose: null,
    entries: [
      { account: payoutOf(payoutId), microUsd },
      { account: platformFees, microUsd: 0 - feeMicroUsd },
      { account: platformAssets(source), microUsd: feeMicroUsd - microUsd },
    ],
  })
}
