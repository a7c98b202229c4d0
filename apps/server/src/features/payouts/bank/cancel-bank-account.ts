import { Refused } from '@gridloom/contract/errors'
import type { BankAccounts } from '@gridloom/contract/payouts/bank-account'
import { maskIban } from '@gridloom/domain/payouts/iban'
import { userOf } from '../../../platform/ctx.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { verifiedHolder } from '../../auth/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import {
  cancelBankAccount,
  removeBankAccountRow,
  selectBankAccounts,
} from './bank-accounts-store.ts'
import { bankAccountCancelled, bankAccountRemoved } from './emails/bank-account-email.ts'
import { bankAccountsOf } from './read-bank-account.ts'

/** Cancels a change of the caller's bank account that has not taken effect. @throws Refused `not_found` */
export async function cancelBankAccountChange(ctx: PayoutsCtx): Promise<BankAccounts> {
  const accountId = userOf(ctx)
  return ctx.transact(async (tx) => {
    const { email } = await verifiedHolder(tx, accountId)
    const now = ctx.clock.now()
    const { pending } = await selectBankAccounts(tx.db, accountId, now)
    if (pending === undefined || !(await cancelBankAccount(tx, pending.id, now)))
      throw new Refused('not_found', { details: { what: 'change' } })
    const about = { iban: maskIban(pending.iban), publicUrl: ctx.publicUrl }
    await queueMail(ctx, tx, bankAccountCancelled(email, about))
    return bankAccountsOf(tx.db, accountId, now)
  })
}

/** Removes the caller's bank account, and a change that waits. @throws Refused `not_found` */
export async function removeBankAccount(ctx: PayoutsCtx): Promise<BankAccounts> {
  const accountId = userOf(ctx)
  return ctx.transact(async (tx) => {
    const { email } = await verifiedHolder(tx, accountId)
    const now = ctx.clock.now()
    const { current, pending } = await selectBankAccounts(tx.db, accountId, now)
    const known = current ?? pending
    if (known === undefined) throw new Refused('not_found', { details: { what: 'bank account' } })
    if (pending !== undefined) await cancelBankAccount(tx, pending.id, now)
    if (current !== undefined) await removeBankAccountRow(tx, current.id, now)
    const about = { iban: maskIban(known.iban), publicUrl: ctx.publicUrl }
    await queueMail(ctx, tx, bankAccountRemoved(email, about))
    return bankAccountsOf(tx.db, accountId, now)
  })
}
