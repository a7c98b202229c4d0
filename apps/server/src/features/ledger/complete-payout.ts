import type { AccountId, PayoutId, TransactionId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Tx } from '../../platform/ctx.ts'
import { type AssetSource, payoutOf, platformAssets, platformFees } from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import { insertPlatformAccount, lockBalance } from './posting-store.ts'
import { publishBalance } from './publish-balance.ts'

/** A payout that left the platform. */
export interface PaidOut {
  readonly payoutId: PayoutId
  readonly accountId: AccountId
  /** All that was set aside. */
  readonly microUsd: MicroUsd
  /** Of that, what the platform keeps for the transfer. */
  readonly feeMicroUsd: MicroUsd
  readonly source: AssetSource
  readonly text: string
}

/** Books that a payout was paid. Returns `null`, and books nothing, when it was booked before. */
export async function completePayout(
  ctx: LedgerCtx,
  tx: Tx,
  { payoutId, accountId, microUsd, feeMicroUsd, source, text }: PaidOut,
): Promise<TransactionId | null> {
  await lockBalance(tx, payoutOf(payoutId))
  await insertPlatformAccount(tx, platformAssets(source))
  const id = await post(ctx, tx, {
    kind: 'payout',
    key: `payout:${payoutId}`,
    text,
    purpose: null,
    entries: [
      { account: payoutOf(payoutId), microUsd: -microUsd },
      { account: platformFees, microUsd: feeMicroUsd },
      { account: platformAssets(source), microUsd: microUsd - feeMicroUsd },
    ],
  })
  if (id !== null) await publishBalance(tx, accountId)
  return id
}
