import type { InvoiceContent, InvoiceParty } from '@gridloom/contract/invoices/invoice'

/** Document types of UNTDID 1001. */
const typeCodes = { invoice: '380', self_billing: '389', credit_note: '381' } as const

/**
 * Writes a document as EN 16931 XML in the syntax of UN/CEFACT (Cross Industry Invoice D16B), profile EN 16931 of
 * Factur-X 1.0. Business terms and rules (BT-…, BR-…) are those of EN 16931-1:2017. The same document is the same text.
 */
export function invoiceXml(content: InvoiceContent): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter>${tag('ID', 'urn:cen.eu:en16931:2017')}</ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument>${tag('ID', content.number)}${tag('TypeCode', typeCodes[content.kind])}${wrap('IssueDateTime', day(content.issued_on))}${notes(content)}</rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
${content.lines.map((_, at) => lineItem(content, at)).join('\n')}
${agreement(content)}
${wrap('ApplicableHeaderTradeDelivery', wrap('ActualDeliverySupplyChainEvent', wrap('OccurrenceDateTime', day(lastDayOf(content.month)))))}
${settlement(content)}
</rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>
`
}

function notes({ reason, vat }: InvoiceContent): string {
  return [reason, vat.note]
    .filter((note) => note !== null)
    .map((note) => wrap('IncludedNote', tag('Content', note)))
    .join('')
}

/** A price is never below zero (BR-27): the quantity is. */
function lineItem(content: InvoiceContent, at: number): string {
  const { text = '', net_cents: net = 0 } = content.lines[at] ?? {}
  const quantity = net < 0 ? '-1' : '1'
  return wrap(
    'IncludedSupplyChainTradeLineItem',
    wrap('AssociatedDocumentLineDocument', tag('LineID', String(at + 1))) +
      wrap('SpecifiedTradeProduct', tag('Name', text)) +
      wrap(
        'SpecifiedLineTradeAgreement',
        wrap('NetPriceProductTradePrice', tag('ChargeAmount', amount(Math.abs(net)))),
      ) +
      wrap(
        'SpecifiedLineTradeDelivery',
        `<ram:BilledQuantity unitCode="C62">${quantity}</ram:BilledQuantity>`,
      ) +
      wrap(
        'SpecifiedLineTradeSettlement',
        wrap('ApplicableTradeTax', category(content)) +
          wrap(
            'SpecifiedTradeSettlementLineMonetarySummation',
            tag('LineTotalAmount', amount(net)),
          ),
      ),
  )
}

/** Outside the scope of VAT, there is no rate (BR-O-05). */
function category({ vat }: InvoiceContent): string {
  const rate = vat.category === 'O' ? '' : tag('RateApplicablePercent', percent(vat))
  return tag('TypeCode', 'VAT') + tag('CategoryCode', vat.category) + rate
}

function agreement(content: InvoiceContent): string {
  const order = content.purchase_order
  return wrap(
    'ApplicableHeaderTradeAgreement',
    wrap('SellerTradeParty', party(content.seller, content, sellerNumbers)) +
      wrap('BuyerTradeParty', party(content.buyer, content, buyerNumbers)) +
      (order === null ? '' : wrap('BuyerOrderReferencedDocument', tag('IssuerAssignedID', order))),
  )
}

/** A document outside the scope of VAT names no VAT id (BR-O-02): the seller is known by another number (BR-CO-26). */
function party(of: InvoiceParty, { vat }: InvoiceContent, numbersOf: typeof buyerNumbers): string {
  const isOutside = vat.category === 'O'
  const id = isOutside ? (of.registration ?? of.tax_number ?? of.vat_id) : of.registration
  const [one, two, three] = of.address_lines
  return (
    tag('ID', id) +
    tag('Name', of.name) +
    wrap(
      'PostalTradeAddress',
      tag('PostcodeCode', of.postal_code || null) +
        tag('LineOne', one) +
        tag('LineTwo', two) +
        tag('LineThree', three) +
        tag('CityName', of.city || null) +
        tag('CountryID', of.country),
    ) +
    (of.email === null
      ? ''
      : wrap(
          'URIUniversalCommunication',
          `<ram:URIID schemeID="EM">${escaped(of.email)}</ram:URIID>`,
        )) +
    (isOutside ? '' : numbersOf(of))
  )
}

/** Only a seller has a tax number beside the VAT id (BT-32). */
function sellerNumbers(of: InvoiceParty): string {
  return buyerNumbers(of) + registration(of.tax_number, 'FC')
}

function buyerNumbers(of: InvoiceParty): string {
  return registration(of.vat_id, 'VA')
}

function registration(number: string | null, scheme: 'VA' | 'FC'): string {
  if (number === null) return ''
  return wrap(
    'SpecifiedTaxRegistration',
    `<ram:ID schemeID="${scheme}">${escaped(number)}</ram:ID>`,
  )
}

function settlement(content: InvoiceContent): string {
  const { totals, vat, month, kind, corrects } = content
  const isPaid = kind !== 'credit_note'
  const total = amount(totals.total_cents)
  return wrap(
    'ApplicableHeaderTradeSettlement',
    tag('InvoiceCurrencyCode', content.currency) +
      wrap(
        'ApplicableTradeTax',
        tag('CalculatedAmount', amount(totals.vat_cents)) +
          tag('TypeCode', 'VAT') +
          tag('ExemptionReason', vat.note) +
          tag('BasisAmount', amount(totals.net_cents)) +
          tag('CategoryCode', vat.category) +
          (vat.category === 'O' ? '' : tag('RateApplicablePercent', percent(vat))),
      ) +
      wrap(
        'BillingSpecifiedPeriod',
        wrap('StartDateTime', day(`${month}-01`)) + wrap('EndDateTime', day(lastDayOf(month))),
      ) +
      deduction(content) +
      wrap(
        'SpecifiedTradePaymentTerms',
        tag('Description', isPaid ? 'Paid from the account.' : 'Settled separately.'),
      ) +
      wrap(
        'SpecifiedTradeSettlementHeaderMonetarySummation',
        tag('LineTotalAmount', amount(totals.lines_net_cents)) +
          tag('AllowanceTotalAmount', amount(totals.deduction_net_cents)) +
          tag('TaxBasisTotalAmount', amount(totals.net_cents)) +
          `<ram:TaxTotalAmount currencyID="${content.currency}">${amount(totals.vat_cents)}</ram:TaxTotalAmount>` +
          tag('GrandTotalAmount', total) +
          (isPaid ? tag('TotalPrepaidAmount', total) : '') +
          tag('DuePayableAmount', isPaid ? '0.00' : total),
      ) +
      (corrects === null
        ? ''
        : wrap(
            'InvoiceReferencedDocument',
            tag('IssuerAssignedID', corrects.number) +
              `<ram:FormattedIssueDateTime><qdt:DateTimeString xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100" format="102">${corrects.issued_on.replaceAll('-', '')}</qdt:DateTimeString></ram:FormattedIssueDateTime>`,
          )),
  )
}

function deduction(content: InvoiceContent): string {
  const { deduction_net_cents: cents } = content.totals
  if (cents === 0) return ''
  return wrap(
    'SpecifiedTradeAllowanceCharge',
    '<ram:ChargeIndicator><udt:Indicator>false</udt:Indicator></ram:ChargeIndicator>' +
      tag('ActualAmount', amount(cents)) +
      tag('Reason', deductionWord) +
      wrap('CategoryTradeTax', category(content)),
  )
}

/** What the deduction is called. */
export const deductionWord = 'Welcome and promotional credit'

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

function day(date: string): string {
  return `<udt:DateTimeString format="102">${date.replaceAll('-', '')}</udt:DateTimeString>`
}

/** Returns cents as `12.34`. */
function amount(cents: number): string {
  const size = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`
}

function percent({ rate_basis_points: rate }: InvoiceContent['vat']): string {
  return amount(rate)
}

function wrap(name: string, inner: string): string {
  return `<ram:${name}>${inner}</ram:${name}>`
}

function tag(name: string, text: string | null | undefined): string {
  return text === null || text === undefined ? '' : wrap(name, escaped(text))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}
