import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Tx } from '../../platform/ctx.ts'
import { spent, sumOfFunds } from './funds.ts'
import { fundsOf, platformFees } from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import { lockBalance } from './posting-store.ts'
import { publishBalance } from './publish-balance.ts'
import { repayDebt } from './repay-debt.ts'
import { addStorageSpend } from './storage-spend-store.ts'

export interface StorageCharge {
  readonly accountId: AccountId
  /** Above zero. */
  readonly microUsd: MicroUsd
  /** Names the period; the same key is charged once. */
  readonly key: string
  readonly text: string
}

/**
 * Charges an account for storage on our own computers, in arrears: all of it is ours. Welcome credit is spent last.
 * Returns `uncovered`, and charges nothing, where the balance is too small.
 */
export async function chargeStorage(
  ctx: LedgerCtx,
  tx: Tx,
  { accountId, microUsd, key, text }: StorageCharge,
): Promise<'charged' | 'uncovered'> {
  await repayDebt(ctx, tx, accountId)
  const [available, welcome] = fundsOf(accountId)
  const paid = (await lockBalance(tx, available))?.balanceMicroUsd ?? 0
  const funds = { paid, welcome: (await lockBalance(tx, welcome))?.balanceMicroUsd ?? 0 }
  if (sumOfFunds(funds) < microUsd) return 'uncovered'
  const taken = spent(funds, microUsd)
  const posted = await post(ctx, tx, {
    kind: 'capture',
    key: `storage:${accountId}:${key}`,
    text,
    purpose: null,
    entries: [
      { account: available, microUsd: -taken.paid },
      { account: welcome, microUsd: -taken.welcome },
      { account: platformFees, microUsd },
    ],
  })
  if (posted !== null) await addStorageSpend(tx, { accountId, microUsd, at: ctx.clock.now() })
  await publishBalance(tx, accountId)
  return 'charged'
}
