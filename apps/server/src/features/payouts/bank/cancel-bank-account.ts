import { Refused } from '@gridloom/contract/errors'
import type { BankAccounts } from '@gridloom/contract/payouts/bank-account'
import { maskIban } from '@gridloom/domain/payouts/iban'
import { userOf } from '../../../platform/ctx.ts'
import { verifiedHolder } from '../../auth/index.ts'
import { lockActiveAccount } from '../../companies/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { mailContacts } from '../emails/mail-contacts.ts'
import {
  cancelBankAccount,
  removeBankAccountRow,
  selectBankAccounts,
} from './bank-accounts-store.ts'
import { bankAccountCancelled, bankAccountRemoved } from './emails/bank-account-email.ts'
import { bankAccountsOf } from './read-bank-account.ts'

/** Cancels a change of the bank account that has not taken effect. @throws Refused `not_found`, `forbidden` */
export async function cancelBankAccountChange(ctx: PayoutsCtx): Promise<BankAccounts> {
  return ctx.transact(async (tx) => {
    await verifiedHolder(tx, userOf(ctx))
    const accountId = await lockActiveAccount(ctx, tx, 'pay_out')
    const now = ctx.clock.now()
    const { pending } = await selectBankAccounts(tx.db, accountId, now)
    if (pending === undefined || !(await cancelBankAccount(tx, pending.id, now)))
      throw new Refused('not_found', { details: { what: 'change' } })
    const about = { iban: maskIban(pending.iban), publicUrl: ctx.publicUrl }
    await mailContacts(ctx, tx, accountId, (to, company) =>
      bankAccountCancelled(to, { ...about, company }),
    )
    return bankAccountsOf(tx.db, accountId, now)
  })
}

/** Removes the bank account of the active account, and a change that waits. @throws Refused `not_found`, `forbidden` */
export async function removeBankAccount(ctx: PayoutsCtx): Promise<BankAccounts> {
  return ctx.transact(async (tx) => {
    await verifiedHolder(tx, userOf(ctx))
    const accountId = await lockActiveAccount(ctx, tx, 'pay_out')
    const now = ctx.clock.now()
    const { current, pending } = await selectBankAccounts(tx.db, accountId, now)
    const known = current ?? pending
    if (known === undefined) throw new Refused('not_found', { details: { what: 'bank account' } })
    if (pending !== undefined) await cancelBankAccount(tx, pending.id, now)
    if (current !== undefined) await removeBankAccountRow(tx, current.id, now)
    const about = { iban: maskIban(known.iban), publicUrl: ctx.publicUrl }
    await mailContacts(ctx, tx, accountId, (to, company) =>
      bankAccountRemoved(to, { ...about, company }),
    )
    return bankAccountsOf(tx.db, accountId, now)
  })
}
