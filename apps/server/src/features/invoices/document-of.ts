import type { AccountId } from '@gridloom/contract/core/ids'
import type {
  InvoiceContent,
  InvoiceKind,
  InvoiceParty,
  InvoiceVat,
} from '@gridloom/contract/invoices/invoice'
import type { DocumentVatCheck } from '@gridloom/contract/invoices/vat-check'
import type { Product } from '@gridloom/contract/ledger/line'
import { invoiceTotals } from '@gridloom/domain/invoices/invoice-totals'
import { vatOfEarnings, vatTreatment } from '@gridloom/domain/invoices/vat-treatment'
import type { InvoiceSeller } from '../../invoice-seller.ts'
import type { PeriodAmounts } from '../ledger/index.ts'
import type { StoredDetails } from './billing-details-store.ts'

/** All that a document of a month is made of. */
export interface DocumentFacts {
  readonly kind: Exclude<InvoiceKind, 'credit_note'>
  readonly month: string
  readonly issuedOn: string
  readonly seller: InvoiceSeller
  readonly account: InvoiceParty
  readonly purchaseOrder: string | null
  readonly amounts: PeriodAmounts
  /** What VIES says of the account's VAT ID; `null`: it was not asked. */
  readonly vatCheck: DocumentVatCheck | null
  /** Labels of instances. */
  readonly labels: ReadonlyMap<string, string>
}

/** Returns the content of a document, without its number. Pure. */
export function documentOf(facts: DocumentFacts): Omit<InvoiceContent, 'number'> {
  const { kind, amounts, account } = facts
  const operator = operatorParty(facts.seller)
  const vat = vatOf(facts)
  const { totals, lineNetCents } = invoiceTotals(
    amounts.resources.map(({ microUsd }) => microUsd),
    { deduction: amounts.welcomeMicroUsd, rateBasisPoints: vat.rate_basis_points },
  )
  return {
    ...{ kind, issued_on: facts.issuedOn, month: facts.month, currency: 'USD' },
    seller: kind === 'invoice' ? operator : account,
    buyer: kind === 'invoice' ? account : operator,
    purchase_order: kind === 'invoice' ? facts.purchaseOrder : null,
    ...{ corrects: null, reason: null, totals, vat },
    ...(facts.vatCheck !== null && { vat_check: facts.vatCheck }),
    lines: amounts.resources.map(({ product, subject, microUsd }, at) => ({
      text: textOf({ product, subject, label: facts.labels.get(subject) }),
      product,
      resource: subject === '' ? null : subject,
      gross_micro_usd: microUsd,
      net_cents: lineNetCents[at] ?? 0,
    })),
  }
}

function vatOf({ kind, seller, account }: DocumentFacts): InvoiceVat {
  const { country, vat_id: vatId } = account
  if (kind === 'invoice') return vatTreatment(seller, { country, vatId })
  return vatOfEarnings({ country, vatId }, seller)
}

export function operatorParty(seller: InvoiceSeller): InvoiceParty {
  return {
    ...{ name: seller.name, address_lines: [...seller.addressLines] },
    ...{ postal_code: seller.postalCode, city: seller.city, country: seller.country },
    ...{ vat_id: seller.vatId, tax_number: seller.taxNumber },
    ...{ registration: seller.registration, email: seller.email },
  }
}

export interface AccountFacts {
  readonly accountId: AccountId
  readonly details: StoredDetails | null
  /** `undefined`: the account is closed. */
  readonly names: { readonly name: string; readonly email: string | null } | undefined
  /** The seller's country: where an account without details is taken to be, as a private buyer. */
  readonly country: string
}

/** Returns an account as a party of a document. Pure. */
export function accountParty({ accountId, details, names, country }: AccountFacts): InvoiceParty {
  const ours = { tax_number: null, registration: accountId }
  if (details !== null)
    return {
      ...{ name: details.legal_name, address_lines: details.address_lines },
      ...{ postal_code: details.postal_code, city: details.city, country: details.country },
      ...{ vat_id: details.vat_id === '' ? null : details.vat_id, email: details.email, ...ours },
    }
  return {
    ...{ name: names?.name ?? 'Closed account', address_lines: [], postal_code: '', city: '' },
    ...{ country, vat_id: null, email: names?.email ?? null, ...ours },
  }
}

const resourceWords: Readonly<Record<string, string>> = {
  ins: 'Instance',
  rsv: 'Reservation',
  rnj: 'Render job',
  vol: 'Volume',
  mch: 'Machine',
}

const productWords = {
  compute: 'Compute',
  rendering: 'Rendering',
  models: 'Answers of models',
  storage: 'Snapshots and backups',
} as const satisfies Record<Product, string>

function textOf({
  product,
  subject,
  label,
}: {
  product: Product
  subject: string
  label: string | undefined
}): string {
  const word = resourceWords[subject.slice(0, 3)]
  if (word === undefined) return productWords[product]
  if (word === 'Machine') return `${word}: ${productWords[product].toLowerCase()}`
  return label === undefined ? word : `${word} ${label}`
}
