import type { BillingDetails } from '@gridloom/contract/invoices/billing-details'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { findDetails } from './billing-details-store.ts'

/** Returns the billing details of the active account; `null`: none are saved. */
export async function readBillingDetails(ctx: Ctx): Promise<BillingDetails | null> {
  return findDetails(ctx.db, accountOf(ctx).accountId)
}
