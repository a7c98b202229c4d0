import type { AccountId } from '@gridloom/contract/core/ids'
import type { InvoiceKind } from '@gridloom/contract/invoices/invoice'
import type { DocumentVatCheck } from '@gridloom/contract/invoices/vat-check'
import { euVatId } from '@gridloom/domain/invoices/vat-check'
import type { InvoiceSeller } from '../../invoice-seller.ts'
import {
  type PeriodAmounts,
  selectAccountsWithAmounts,
  selectEarnedByMachine,
  selectSpentByResource,
} from '../ledger/index.ts'
import { confirmVatId } from '../vat-checks/index.ts'
import { findDetails, type StoredDetails } from './billing-details-store.ts'
import type { InvoicesCtx } from './ctx.ts'
import { accountParty, documentOf } from './document-of.ts'
import { issue } from './issue.ts'
import { doneMonths, findAccountNames, findLabels, markMonthDone } from './issue-store.ts'
import { monthsToInvoice, periodOfMonth } from './months.ts'

const accountsAtOnce = 200
const halfCentMicroUsd = 5_000

export type IssuingCtx = Pick<
  InvoicesCtx,
  'db' | 'clock' | 'ids' | 'log' | 'transact' | 'invoiceSeller' | 'vies'
>

/**
 * Issues what is missing for each full month since the first invoiced one: an invoice for each account that paid at least
 * half a cent, and a self-billing statement for each that earned as much. Each document is one transaction, which checks
 * under the lock of its series that there is none yet: any number of replicas may do this at once, and a killed one is
 * followed by the next run.
 */
export async function issueDocuments(ctx: IssuingCtx): Promise<void> {
  const seller = ctx.invoiceSeller
  if (seller === undefined) return
  const done = await doneMonths(ctx.db)
  for (const month of monthsToInvoice(seller.since, ctx.clock.now())) {
    if (done.has(month)) continue
    await issueMonth(ctx, { seller, month })
    await ctx.transact((tx) => markMonthDone(tx, month, ctx.clock.now()))
  }
}

interface OfMonth {
  readonly seller: InvoiceSeller
  readonly month: string
}

async function issueMonth(ctx: IssuingCtx, { seller, month }: OfMonth): Promise<void> {
  const period = periodOfMonth(month)
  for (let after = ''; ; ) {
    const page = { after, limit: accountsAtOnce }
    const accounts = await selectAccountsWithAmounts(ctx.db, period, page)
    for (const accountId of accounts)
      for (const kind of ['invoice', 'self_billing'] as const)
        await issueOne(ctx, { seller, month, accountId, kind })
    const last = accounts.at(-1)
    if (last === undefined) return
    after = last
  }
}

interface OfAccount extends OfMonth {
  readonly accountId: AccountId
  readonly kind: Exclude<InvoiceKind, 'credit_note'>
}

async function issueOne(
  ctx: IssuingCtx,
  { seller, month, accountId, kind }: OfAccount,
): Promise<void> {
  const read = kind === 'invoice' ? selectSpentByResource : selectEarnedByMachine
  const [amounts, details, names] = await Promise.all([
    read(ctx.db, accountId, periodOfMonth(month)),
    findDetails(ctx.db, accountId),
    findAccountNames(ctx.db, accountId),
  ])
  if (paidOf(amounts) < halfCentMicroUsd) return
  const vatCheck = await checkOf(ctx, accountId, details)
  const account = accountParty({
    ...{ accountId, names, country: seller.country },
    details:
      details !== null && vatCheck?.state === 'invalid' ? { ...details, vat_id: '' } : details,
  })
  const at = ctx.clock.now()
  const order = details?.purchase_order ?? ''
  const content = documentOf({
    ...{ kind, month, seller, account, amounts, vatCheck },
    issuedOn: at.toISOString().slice(0, 10),
    purchaseOrder: order === '' ? null : order,
    labels: await findLabels(
      ctx.db,
      amounts.resources.map(({ subject }) => subject),
    ),
  })
  if (content.totals.total_cents <= 0) return
  await ctx.transact((tx) =>
    issue(ctx, tx, { content, accountId, accountName: account.name, seller, at, key: null }),
  )
}

function paidOf({ resources, welcomeMicroUsd }: PeriodAmounts): number {
  return resources.reduce((sum, { microUsd }) => sum + microUsd, -welcomeMicroUsd)
}

/** Asks VIES about the VAT ID of an account, outside of the transaction that issues. */
async function checkOf(
  ctx: IssuingCtx,
  accountId: AccountId,
  details: StoredDetails | null,
): Promise<DocumentVatCheck | null> {
  const vatId = details === null ? null : euVatId(details.vat_id, details.country)
  return vatId === null ? null : confirmVatId(ctx, { accountId, vatId })
}
