import type { AccountId } from '@gridloom/contract/core/ids'
import type { PaperParty } from '../../platform/pdf/paper.ts'
import { findDetails } from './billing-details-store.ts'
import type { InvoicesCtx } from './ctx.ts'
import { accountParty, operatorParty } from './document-of.ts'
import { findAccountNames } from './issue-store.ts'
import { partyOf } from './pdf/invoice-paper.ts'

type ReceiptPartiesCtx = Pick<InvoicesCtx, 'db' | 'invoiceSeller' | 'publicUrl'>

/**
 * Returns the operator and an account as receipts name them: as invoices do, and where there is no seller or no billing
 * details, by the product's address and the account's name.
 */
export async function receiptParties(
  ctx: ReceiptPartiesCtx,
  accountId: AccountId,
): Promise<readonly [from: PaperParty, to: PaperParty]> {
  const { invoiceSeller: seller, publicUrl } = ctx
  const [details, names] = await Promise.all([
    findDetails(ctx.db, accountId),
    findAccountNames(ctx.db, accountId),
  ])
  const from: PaperParty =
    seller === undefined
      ? { word: 'From', name: 'Gridloom', lines: [new URL(publicUrl).host] }
      : partyOf('From', operatorParty(seller))
  if (details !== null)
    return [from, partyOf('To', accountParty({ accountId, details, names, country: '' }))]
  const email = names?.email ?? null
  const lines = [accountId, ...(email === null ? [] : [email])]
  return [from, { word: 'To', name: names?.name ?? 'Closed account', lines }]
}
