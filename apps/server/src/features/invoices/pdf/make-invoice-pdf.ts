import type { InvoiceContent, InvoiceParty } from '@gridloom/contract/invoices/invoice'
import { deductionWord, invoiceXml } from '@gridloom/domain/invoices/invoice-xml'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { openPdf, type PdfPages } from '../../../platform/pdf/pdf-page.ts'
import { facturXMetadata, xmlName } from './factur-x-metadata.ts'
import { dateWords, documentTitles, monthWords, usd } from './words.ts'

const left = 48
const right = 547
const middle = 305
const bottom = 770
const quiet = '#5f5f6b'
const rowHeight = 15

/**
 * Makes the PDF/A-3b of a document, with its EN 16931 XML attached (Factur-X). Everything comes from the stored content,
 * its date included: the same document is the same bytes.
 */
export async function makeInvoicePdf(content: InvoiceContent): Promise<Buffer> {
  const title = `${documentTitles[content.kind]} ${content.number}`
  const pages = openPdf({
    title,
    author: content.seller.name,
    subject: `${monthWords(content.month)}, ${content.buyer.name}`,
    createdAt: new Date(`${content.issued_on}T00:00:00.000Z`),
    creator: 'Gridloom',
  })
  pages.attach({
    ...{ name: xmlName, mediaType: 'text/xml', text: invoiceXml(content) },
    description: 'The invoice as EN 16931 XML (Factur-X)',
  })
  pages.metadata(facturXMetadata)
  const belowHead = writeHead(pages, content)
  const belowLines = writeLines(pages, content, belowHead)
  writeTotals(pages, content, belowLines)
  pages.eachPage((page, count) => writeFoot(pages, content, `Page ${page} of ${count}`))
  return pages.end()
}

function writeHead(pages: PdfPages, content: InvoiceContent): number {
  pages.text(documentTitles[content.kind], left, 44, { size: 20, weight: 'bold' })
  const facts: [string, string][] = [
    ['Number', content.number],
    ['Issued', dateWords(content.issued_on)],
    ['Month', monthWords(content.month)],
  ]
  if (content.purchase_order !== null) facts.push(['Purchase order', content.purchase_order])
  if (content.corrects !== null) facts.push(['Corrects', content.corrects.number])
  let y = 48
  for (const [name, value] of facts) {
    pages.text(name, middle, y, { color: quiet })
    pages.text(value, right, y, { align: 'right', widthMax: right - middle - 90 })
    y += rowHeight
  }
  const top = Math.max(y, 100) + 14
  const below = Math.max(
    writeParty(pages, content.seller, { x: left, y: top, word: 'From' }),
    writeParty(pages, content.buyer, { x: middle, y: top, word: 'To' }),
  )
  if (content.reason === null) return below + 18
  const lines = pages.lines(`Reason: ${content.reason}`, right - left)
  for (const [at, line] of lines.entries()) pages.text(line, left, below + 10 + at * 13)
  return below + 28 + lines.length * 13
}

function writeParty(
  pages: PdfPages,
  party: InvoiceParty,
  { x, y, word }: { x: number; y: number; word: string },
): number {
  const widthMax = middle - left - 16
  pages.text(word, x, y, { color: quiet })
  const place = [party.postal_code, party.city].filter((part) => part !== '').join(' ')
  const rest = [
    ...party.address_lines,
    ...(place === '' ? [] : [place]),
    party.country,
    ...(party.vat_id === null ? [] : [`VAT ID ${party.vat_id}`]),
    ...(party.tax_number === null ? [] : [`Tax number ${party.tax_number}`]),
    ...(party.registration === null ? [] : [party.registration]),
    ...(party.email === null ? [] : [party.email]),
  ]
  let at = y + 15
  for (const line of pages.lines(party.name, widthMax, { size: 10, weight: 'bold' })) {
    pages.text(line, x, at, { size: 10, weight: 'bold', widthMax })
    at += 14
  }
  for (const line of rest) {
    pages.text(line, x, at, { widthMax })
    at += 13
  }
  return at
}

/** The columns of the lines: description, exact amount with VAT, net amount in cents. */
function writeLines(pages: PdfPages, { lines }: InvoiceContent, top: number): number {
  let y = writeColumns(pages, top)
  for (const line of lines) {
    if (y + rowHeight > bottom) {
      pages.addPage()
      y = writeColumns(pages, 48)
    }
    const id = line.resource ?? ''
    pages.text(line.text, left, y, { widthMax: 210 })
    pages.text(id, 268, y, { size: 7, color: quiet, widthMax: 132 })
    pages.text(formatUsdExact(line.gross_micro_usd), 474, y, { align: 'right' })
    pages.text(usd(line.net_cents), right, y, { align: 'right' })
    y += rowHeight
  }
  pages.rule(y + 2, left, right)
  return y + 8
}

function writeColumns(pages: PdfPages, y: number): number {
  const style = { color: quiet, size: 8 }
  pages.text('Description', left, y, style)
  pages.text('Resource', 268, y, style)
  pages.text('Paid, VAT included', 474, y, { ...style, align: 'right' })
  pages.text('Net, USD', right, y, { ...style, align: 'right' })
  pages.rule(y + 14, left, right)
  return y + 20
}

function writeTotals(pages: PdfPages, content: InvoiceContent, top: number): void {
  const { totals, vat } = content
  const rate = `${(vat.rate_basis_points / 100).toString()} %`
  const rows: [string, string][] = []
  if (totals.deduction_net_cents !== 0)
    rows.push(
      ['Sum of the lines', usd(totals.lines_net_cents)],
      [deductionWord, usd(-totals.deduction_net_cents)],
    )
  rows.push(['Net', usd(totals.net_cents)])
  rows.push([vat.note === null ? `VAT ${rate}` : 'VAT', usd(totals.vat_cents)])
  const notes = [vat.note, paidNote(content)].filter((note) => note !== null)
  const noteLines = notes.flatMap((note) => pages.lines(note, right - left))
  let y = top
  if (y + (rows.length + 2) * rowHeight + noteLines.length * 13 > bottom) {
    pages.addPage()
    y = 48
  }
  for (const [name, value] of rows) {
    pages.text(name, middle, y)
    pages.text(value, right, y, { align: 'right' })
    y += rowHeight
  }
  pages.rule(y, middle, right)
  const bold = { weight: 'bold', size: 11 } as const
  pages.text('Total, USD', middle, y + 5, bold)
  pages.text(usd(totals.total_cents), right, y + 5, { ...bold, align: 'right' })
  for (const [at, line] of noteLines.entries())
    pages.text(line, left, y + 32 + at * 13, { color: quiet })
}

function paidNote({ kind, totals }: InvoiceContent): string {
  const exact = formatUsdExact(totals.paid_micro_usd)
  if (kind === 'invoice')
    return `Paid from the account's balance: ${exact}, rounded to cents once. Nothing is due.`
  if (kind === 'self_billing')
    return `Self-billing: the operator issues this document for the provider. Credited to the account's earnings: ${exact}, after the platform fee.`
  return 'A refund is settled separately.'
}

function writeFoot(pages: PdfPages, { number, seller }: InvoiceContent, page: string): void {
  const style = { size: 7, color: quiet } as const
  pages.rule(796, left, right)
  pages.text(`${seller.name} · ${number}`, left, 802, { ...style, widthMax: 380 })
  pages.text(page, right, 802, { ...style, align: 'right' })
}
