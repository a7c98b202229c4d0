import { Refused } from '@gridloom/contract/errors'
import type {
  BillingDetails,
  BillingDetailsChange,
} from '@gridloom/contract/invoices/billing-details'
import { mayInCompany } from '@gridloom/domain/company-roles'
import { euVatId } from '@gridloom/domain/invoices/vat-check'
import { checkVatId, plainVatId, type VatIdVerdict } from '@gridloom/domain/invoices/vat-id'
import { accountOf, userOf } from '../../platform/ctx.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { findMembership } from '../companies/index.ts'
import { queueVatCheck } from '../vat-checks/index.ts'
import { saveDetails } from './billing-details-store.ts'
import type { InvoicesCtx } from './ctx.ts'
import { billingEmailChanged } from './emails/billing-email-changed.ts'
import { withVatCheck } from './read-billing-details.ts'

/**
 * Stores the billing details of the active account. A change of the address that invoices are sent to is told to both
 * addresses. @throws Refused `forbidden` for members of a company who are neither owner nor admin; `invalid_input`
 */
export async function writeBillingDetails(
  ctx: InvoicesCtx,
  input: BillingDetailsChange,
): Promise<BillingDetails> {
  const { accountId } = accountOf(ctx)
  await requireManager(ctx)
  const change = { ...input, vat_id: plainVatId(input.vat_id) }
  checkVat(change)
  const at = ctx.clock.now()
  await ctx.transact(async (tx) => {
    const before = await saveDetails(tx, accountId, { change, at })
    tx.note({ subject: accountId })
    const vatId = euVatId(change.vat_id, change.country)
    if (vatId !== null) await queueVatCheck(ctx, tx, { accountId, vatId })
    if (before === change.email) return
    const url = new URL('/account?section=billing&tab=invoices', ctx.publicUrl).href
    await queueMail(ctx, tx, billingEmailChanged({ to: change.email, state: 'added', url }))
    if (before !== undefined)
      await queueMail(ctx, tx, billingEmailChanged({ to: before, state: 'removed', url }))
  })
  return withVatCheck(ctx, accountId, { ...change, updated_at: at.toISOString() })
}

async function requireManager(ctx: InvoicesCtx): Promise<void> {
  const { accountId } = accountOf(ctx)
  if (accountId === userOf(ctx)) return
  const membership = await findMembership(ctx.db, accountId, userOf(ctx))
  if (membership === undefined || !mayInCompany(membership.role, 'fund'))
    throw new Refused('forbidden')
}

const problems = {
  wrong_country: 'This VAT ID is not of the selected country',
  wrong_format: 'This is not the format of a VAT ID of the selected country',
  wrong_check_digits: 'The check digits of this VAT ID are wrong',
} as const satisfies Record<Exclude<VatIdVerdict, 'valid'>, string>

function checkVat({ vat_id: vatId, country }: BillingDetailsChange): void {
  if (vatId === '') return
  const verdict = checkVatId(vatId, country)
  if (verdict === 'valid') return
  throw new Refused('invalid_input', { fields: { vat_id: problems[verdict] } })
}
