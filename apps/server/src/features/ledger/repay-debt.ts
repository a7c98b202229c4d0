import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import { availableOf, debtOf } from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import { lockBalance, owes } from './posting-store.ts'

/** Pays an account's debt from its spendable balance, as far as that goes. Run before a balance is spent:
 * whatever brought the money, it pays the debt first. */
export async function repayDebt(ctx: LedgerCtx, tx: Tx, accountId: AccountId): Promise<void> {
  if (!(await owes(tx, debtOf(accountId)))) return
  const have = (await lockBalance(tx, availableOf(accountId)))?.balanceMicroUsd ?? 0
  const debt = -((await lockBalance(tx, debtOf(accountId)))?.balanceMicroUsd ?? 0)
  const microUsd = Math.min(have, debt)
  if (microUsd <= 0) return
  await post(ctx, tx, {
    kind: 'debt_repayment',
    key: `debt_repayment:${ctx.ids.mint('transaction')}`,
    text: 'Debt of a reversed deposit paid',
    purpose: null,
    entries: [
      { account: availableOf(accountId), microUsd: -microUsd },
      { account: debtOf(accountId), microUsd },
    ],
  })
}
