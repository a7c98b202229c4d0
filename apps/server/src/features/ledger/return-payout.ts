import type { AccountId, PayoutId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import { earnedBy, payoutOf } from './ledger-accounts.ts'
import { selectReserved } from './payouts-store.ts'
import { type LedgerCtx, post } from './post.ts'
import { lockBalances } from './posting-store.ts'
import { publishBalance } from './publish-balance.ts'

/** Returns what was set aside for a payout to what earned it; the same payout is returned once. */
export async function returnPayout(
  ctx: LedgerCtx,
  tx: Tx,
  { payoutId, accountId }: { payoutId: PayoutId; accountId: AccountId },
): Promise<void> {
  const parts = await selectReserved(tx, payoutId)
  await lockBalances(
    tx,
    parts.map(({ id }) => earnedBy(id)),
  )
  await post(ctx, tx, {
    kind: 'payout_return',
    key: `payout_return:${payoutId}`,
    text: 'Returned from a payout',
    purpose: null,
    entries: [
      ...parts.map(({ id, microUsd }) => ({ account: earnedBy(id), microUsd })),
      {
        account: payoutOf(payoutId),
        microUsd: 0 - parts.reduce((sum, { microUsd }) => sum + microUsd, 0),
      },
    ],
  })
  await publishBalance(tx, accountId)
}
