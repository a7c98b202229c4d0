import { Refused } from '@gridloom/contract/errors'
import type { BankAccounts, NewBankAccount } from '@gridloom/contract/payouts/bank-account'
import { bankText } from '@gridloom/domain/payouts/bank-text'
import { ibanCountry, maskIban, readIban } from '@gridloom/domain/payouts/iban'
import { userOf } from '../../../platform/ctx.ts'
import { verifiedHolder } from '../../auth/index.ts'
import { lockActiveAccount } from '../../companies/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { mailContacts } from '../emails/mail-contacts.ts'
import { findBank } from '../find-source.ts'
import { refuseCountry } from '../payee-rules.ts'
import { cancelBankAccount, insertBankAccount, selectBankAccounts } from './bank-accounts-store.ts'
import { bankAccountChanged } from './emails/bank-account-email.ts'
import { bankAccountsOf } from './read-bank-account.ts'

const waitMs = 86_400_000

/**
 * Enters the bank account that payouts of the active account go to, from 24 hours on; a change that waits is replaced.
 * The wait and the emails let its owner stop a change that somebody else made in a session.
 * @throws Refused `payouts_off` where no bank is configured, `invalid_input`, `payout_country_blocked`, `email_unverified`,
 * `forbidden`
 */
export async function changeBankAccount(
  ctx: PayoutsCtx,
  { iban: entered, bic, holder }: NewBankAccount,
): Promise<BankAccounts> {
  findBank(ctx)
  const iban = readIban(entered)
  if (iban === undefined) throw wrong('iban', 'This IBAN is not right: check it for typing errors')
  if (bankText(holder) === undefined)
    throw wrong('holder', 'Use Latin letters, as the bank has the name')
  refuseCountry(ctx.payoutSetup.policy, ibanCountry(iban))
  return ctx.transact(async (tx) => {
    await verifiedHolder(tx, userOf(ctx))
    const accountId = await lockActiveAccount(ctx, tx, 'pay_out')
    const now = ctx.clock.now()
    const { pending } = await selectBankAccounts(tx.db, accountId, now)
    if (pending !== undefined) await cancelBankAccount(tx, pending.id, now)
    const effectiveAt = new Date(now.getTime() + waitMs)
    const id = ctx.ids.mint('bankAccount')
    const change = { id, account_id: accountId, iban, bic, holder }
    await insertBankAccount(tx, { ...change, requested_at: now, effective_at: effectiveAt })
    tx.note({ subject: id })
    const about = { iban: maskIban(iban), publicUrl: ctx.publicUrl }
    await mailContacts(ctx, tx, accountId, (to, company) =>
      bankAccountChanged(to, { ...about, company, effectiveAt }),
    )
    return bankAccountsOf(tx.db, accountId, now)
  })
}

function wrong(field: string, text: string): Refused {
  return new Refused('invalid_input', { fields: { [field]: text } })
}
