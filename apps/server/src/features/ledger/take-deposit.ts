import type { AccountId, TransactionId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Tx } from '../../platform/ctx.ts'
import { type AssetSource, availableOf, platformAssets } from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import { insertPlatformAccount } from './posting-store.ts'
import { publishBalance } from './publish-balance.ts'
import { repayDebt } from './repay-debt.ts'

/** Money that came from outside. */
export interface Deposit {
  readonly accountId: AccountId
  /** Above zero. */
  readonly microUsd: MicroUsd
  readonly source: AssetSource
  /** Names the payment; the same key is booked once. */
  readonly key: string
  readonly text: string
}

/**
 * Books money from outside to an account's spendable balance; it pays the account's debt first. Returns `null`, and
 * books nothing, when the key was used before.
 */
export async function takeDeposit(
  ctx: LedgerCtx,
  tx: Tx,
  { accountId, microUsd, source, key, text }: Deposit,
): Promise<TransactionId | null> {
  await insertPlatformAccount(tx, platformAssets(source))
  const id = await post(ctx, tx, {
    kind: 'deposit',
    key: `deposit:${key}`,
    text,
    purpose: null,
    entries: [
      { account: platformAssets(source), microUsd: -microUsd },
      { account: availableOf(accountId), microUsd },
    ],
  })
  if (id === null) return null
  await repayDebt(ctx, tx, accountId)
  await publishBalance(tx, accountId)
  return id
}
