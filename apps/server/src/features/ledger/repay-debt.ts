import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import { availableOf, debtOf } from './ledger-accounts.ts'
import { type LedgerCtx, type Posting, postAll } from './post.ts'
import { lockBalances, selectOwing } from './posting-store.ts'

/** Pays an account's debt from its spendable balance, as far as that goes. Run before a balance is spent:
 * whatever brought the money, it pays the debt first. */
export function repayDebt(ctx: LedgerCtx, tx: Tx, accountId: AccountId): Promise<void> {
  return repayDebts(ctx, tx, [accountId])
}

/** As {@link repayDebt}, for several accounts. All spendable balances are locked, and then the debts. */
export async function repayDebts(
  ctx: LedgerCtx,
  tx: Tx,
  accountIds: readonly AccountId[],
): Promise<void> {
  const owing = await selectOwing(tx, accountIds.map(debtOf))
  const debtors = accountIds.filter((id) => owing.has(debtOf(id).id))
  if (debtors.length === 0) return
  const have = await lockBalances(tx, debtors.map(availableOf))
  const owed = await lockBalances(tx, debtors.map(debtOf))
  const postings = debtors.flatMap((id): Posting[] => {
    const balance = have.get(availableOf(id).id)?.balanceMicroUsd ?? 0
    const debt = -(owed.get(debtOf(id).id)?.balanceMicroUsd ?? 0)
    return balance > 0 && debt > 0 ? [repayment(ctx, id, Math.min(balance, debt))] : []
  })
  if (postings.length > 0) await postAll(ctx, tx, postings)
}

function repayment(ctx: LedgerCtx, accountId: AccountId, microUsd: number): Posting {
  return {
    kind: 'debt_repayment',
    key: `debt_repayment:${ctx.ids.mint('transaction')}`,
    text: 'Debt of a reversed deposit paid',
    purpose: null,
    entries: [
      { account: availableOf(accountId), microUsd: -microUsd },
      { account: debtOf(accountId), microUsd },
    ],
  }
}
