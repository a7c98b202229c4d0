import type { InvoiceVat } from '@gridloom/contract/invoices/invoice'
import { checkVatId, isInEu } from './vat-id.ts'

/** Who sells, as far as VAT is concerned. */
export interface VatSeller {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** Rates in hundredths of a percent by country of the buyer; that of the seller's own country is always given. */
  readonly rates: Readonly<Record<string, number>>
  /** The sentence of a small business that charges no VAT; `null`: it charges VAT. */
  readonly exemptNote: string | null
}

export interface VatBuyer {
  readonly country: string
  readonly vatId: string | null
}

/**
 * Returns how VAT applies to a service that is sold online. Amounts include it: what was charged is what is paid.
 *
 * | seller | buyer | |
 * |---|---|---|
 * | small business | anyone | exempt, with its note |
 * | any | same country | its rate |
 * | in the EU | another EU country, with a valid VAT id | reverse charge (Directive 2006/112/EC, Articles 44 and 196) |
 * | in the EU | another EU country, without | the rate of that country where the table has it, else the seller's own |
 * | any | elsewhere | outside the scope of VAT |
 */
export function vatTreatment(seller: VatSeller, buyer: VatBuyer): InvoiceVat {
  if (seller.exemptNote !== null) return without('E', seller.exemptNote)
  const own = seller.rates[seller.country] ?? 0
  if (buyer.country === seller.country) return rate(own)
  if (!isInEu(seller.country) || !isInEu(buyer.country)) return without('O', outsideNote)
  const isBusiness = buyer.vatId !== null && checkVatId(buyer.vatId, buyer.country) === 'valid'
  if (isBusiness) return without('AE', reverseChargeNote)
  return rate(seller.rates[buyer.country] ?? own)
}

const noVatIdNote = 'The provider has given no valid VAT ID: no VAT is stated.'
const outsideNote = 'Not subject to VAT: the place of supply is outside of the seller’s VAT area.'
const reverseChargeNote =
  'Reverse charge: VAT is owed by the recipient (Articles 44 and 196, Directive 2006/112/EC).'

const noRateNote = 'The VAT rate of the provider’s country is not known here: no VAT is stated.'

/** VAT of earnings, which the operator states for a provider: without a VAT id or a known rate there is none. */
export function vatOfEarnings(
  provider: VatBuyer,
  operator: VatBuyer & Pick<VatSeller, 'rates'>,
): InvoiceVat {
  if (provider.vatId === null) return without('O', noVatIdNote)
  const { rates } = operator
  const vat = vatTreatment({ ...provider, rates, exemptNote: null }, operator)
  const isKnown = rates[provider.country] !== undefined || rates[operator.country] !== undefined
  return vat.category === 'Z' && !isKnown ? without('O', noRateNote) : vat
}

function rate(basisPoints: number): InvoiceVat {
  return { category: basisPoints === 0 ? 'Z' : 'S', rate_basis_points: basisPoints, note: null }
}

function without(category: InvoiceVat['category'], note: string): InvoiceVat {
  return { category, rate_basis_points: 0, note }
}
