import type { AccountId } from '@gridloom/contract/core/ids'
import type { BillingDetails } from '@gridloom/contract/invoices/billing-details'
import { euVatId } from '@gridloom/domain/invoices/vat-check'
import { accountOf } from '../../platform/ctx.ts'
import { readVatCheck } from '../vat-checks/index.ts'
import { findDetails, type StoredDetails } from './billing-details-store.ts'
import type { InvoicesCtx } from './ctx.ts'

/** Returns the billing details of the active account; `null`: none are saved. */
export async function readBillingDetails(ctx: InvoicesCtx): Promise<BillingDetails | null> {
  const { accountId } = accountOf(ctx)
  const details = await findDetails(ctx.db, accountId)
  return details === null ? null : withVatCheck(ctx, accountId, details)
}

/** Adds what VIES says of the VAT ID. */
export async function withVatCheck(
  ctx: InvoicesCtx,
  accountId: AccountId,
  details: StoredDetails,
): Promise<BillingDetails> {
  const vatId = euVatId(details.vat_id, details.country)
  const vat_check = vatId === null ? null : await readVatCheck(ctx, { accountId, vatId })
  return { ...details, vat_check }
}
