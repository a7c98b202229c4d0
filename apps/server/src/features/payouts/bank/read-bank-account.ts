import type { AccountId } from '@gridloom/contract/core/ids'
import type { BankAccounts } from '@gridloom/contract/payouts/bank-account'
import { maskIban } from '@gridloom/domain/payouts/iban'
import type { Db } from '../../../platform/database/connect.ts'
import { activeAccountFor } from '../../companies/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { selectBankAccounts } from './bank-accounts-store.ts'
import type { BankAccountRow } from './schema.ts'

/**
 * The bank account that payouts of the active account go to, in part, and the change that waits.
 * @throws Refused `forbidden`
 */
export async function readBankAccount(ctx: PayoutsCtx): Promise<BankAccounts> {
  return bankAccountsOf(ctx.db, await activeAccountFor(ctx, 'pay_out'), ctx.clock.now())
}

/** The bank account of an account at a time, and the change that waits then. */
export async function bankAccountsOf(
  db: Db,
  accountId: AccountId,
  now: Date,
): Promise<BankAccounts> {
  const { current, pending } = await selectBankAccounts(db, accountId, now)
  return { current: viewOf(current), pending: viewOf(pending) }
}

function viewOf(row: BankAccountRow | undefined): BankAccounts['current'] {
  if (row === undefined) return null
  const { iban, bic, holder, effective_at } = row
  return { iban: maskIban(iban), bic, holder, effective_at: effective_at.toISOString() }
}
