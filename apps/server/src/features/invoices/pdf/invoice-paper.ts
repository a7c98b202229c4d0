import type { InvoiceContent, InvoiceParty } from '@gridloom/contract/invoices/invoice'
import { deductionWord, invoiceXml } from '@gridloom/domain/invoices/invoice-xml'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { paperEdges } from '../../../platform/pdf/make-paper-pdf.ts'
import type { Paper, PaperColumn, PaperFact, PaperParty } from '../../../platform/pdf/paper.ts'
import { facturXMetadata, xmlName } from './factur-x-metadata.ts'
import { dateWords, documentTitles, monthWords, usd } from './words.ts'

const columns: readonly PaperColumn[] = [
  { text: 'Description', x: paperEdges.left, widthMax: 210 },
  { text: 'Resource', x: 268, look: 'quiet', widthMax: 132 },
  { text: 'Paid, VAT included', x: 474, align: 'right' },
  { text: 'Net, USD', x: paperEdges.right, align: 'right' },
]

/**
 * Returns a document as it is printed, with its EN 16931 XML attached (Factur-X). Everything comes from the stored content,
 * its date included. Pure.
 */
export function invoicePaper(content: InvoiceContent): Paper {
  const { totals, seller } = content
  return {
    title: documentTitles[content.kind],
    name: `${documentTitles[content.kind]} ${content.number}`,
    author: seller.name,
    subject: `${monthWords(content.month)}, ${content.buyer.name}`,
    date: `${content.issued_on}T00:00:00.000Z`,
    facts: factsOf(content),
    parties: [partyOf('From', seller), partyOf('To', content.buyer)],
    remark: content.reason === null ? null : `Reason: ${content.reason}`,
    columns,
    rows: content.lines.map((line) => [
      line.text,
      line.resource ?? '',
      formatUsdExact(line.gross_micro_usd),
      usd(line.net_cents),
    ]),
    sums: sumsOf(content),
    total: ['Total, USD', usd(totals.total_cents)],
    notes: [content.vat.note, paidNote(content)].filter((note) => note !== null),
    foot: `${seller.name} · ${content.number}`,
    attachment: {
      ...{ name: xmlName, mediaType: 'text/xml', text: invoiceXml(content) },
      description: 'The invoice as EN 16931 XML (Factur-X)',
    },
    metadata: facturXMetadata,
  }
}

function factsOf({ number, issued_on, month, purchase_order, corrects }: InvoiceContent) {
  const facts: PaperFact[] = [
    ['Number', number],
    ['Issued', dateWords(issued_on)],
    ['Month', monthWords(month)],
  ]
  if (purchase_order !== null) facts.push(['Purchase order', purchase_order])
  if (corrects !== null) facts.push(['Corrects', corrects.number])
  return facts
}

export function partyOf(word: string, party: InvoiceParty): PaperParty {
  const place = [party.postal_code, party.city].filter((part) => part !== '').join(' ')
  const lines = [
    ...party.address_lines,
    ...(place === '' ? [] : [place]),
    party.country,
    ...(party.vat_id === null ? [] : [`VAT ID ${party.vat_id}`]),
    ...(party.tax_number === null ? [] : [`Tax number ${party.tax_number}`]),
    ...(party.registration === null ? [] : [party.registration]),
    ...(party.email === null ? [] : [party.email]),
  ]
  return { word, name: party.name, lines }
}

function sumsOf({ totals, vat }: InvoiceContent): PaperFact[] {
  const rate = `${(vat.rate_basis_points / 100).toString()} %`
  const sums: PaperFact[] = []
  if (totals.deduction_net_cents !== 0)
    sums.push(
      ['Sum of the lines', usd(totals.lines_net_cents)],
      [deductionWord, usd(-totals.deduction_net_cents)],
    )
  sums.push(['Net', usd(totals.net_cents)])
  sums.push([vat.note === null ? `VAT ${rate}` : 'VAT', usd(totals.vat_cents)])
  return sums
}

function paidNote({ kind, totals }: InvoiceContent): string {
  const exact = formatUsdExact(totals.paid_micro_usd)
  if (kind === 'invoice')
    return `Paid from the account's balance: ${exact}, rounded to cents once. Nothing is due.`
  if (kind === 'self_billing')
    return `Self-billing: the operator issues this document for the provider. Credited to the account's earnings: ${exact}, after the platform fee.`
  return 'A refund is settled separately.'
}
