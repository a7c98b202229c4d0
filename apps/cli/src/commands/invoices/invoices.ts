import { InvoiceId } from '@gridloom/contract/core/ids'
import type { InvoiceSummary } from '@gridloom/contract/invoices/invoice'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { oneOf, wholeNumber } from '../../input/parse-values.ts'
import type { Draw } from '../../output/output.ts'
import { saveDownload } from '../shared/save-download.ts'

interface ListOptions {
  page?: number
}

type FileKind = 'pdf' | 'xml' | 'csv'

interface DownloadOptions {
  as?: FileKind
  out?: string
  force?: boolean
}

const microPerCent = 10_000
const pageSize = 20

export function addInvoices(program: Command, open: Open): void {
  const invoices = program
    .command('invoices')
    .summary('list and download your invoices')
    .description('List your invoices, self-billing statements and credit notes, newest first.')
    .option('--page <n>', 'page (default: 1)', wholeNumber('--page', 1, 100_000))
    .addHelpText('after', examples('invoices', 'invoices download INV-2026-00001'))
    .action((options: ListOptions, command: Command) => listInvoices(open(command), options))
  invoices
    .command('download')
    .argument('<invoice>', 'number or ID')
    .summary('download an invoice')
    .description('Download an invoice as PDF, EN 16931 XML, or CSV of its lines.')
    .option('--as <format>', 'pdf, xml or csv (default: pdf)', oneOf('--as', ['pdf', 'xml', 'csv']))
    .option('-o, --out <file>', 'file (default: the number and the format)')
    .option('--force', 'replace an existing file')
    .addHelpText(
      'after',
      examples(
        'invoices download INV-2026-00001',
        'invoices download INV-2026-00001 --as xml -o -',
      ),
    )
    .action((invoice: string, options: DownloadOptions, command: Command) =>
      downloadInvoice(open(command), invoice, options),
    )
}

async function listInvoices(ctx: Ctx, { page = 1 }: ListOptions): Promise<void> {
  const query = { page, page_size: pageSize }
  const found = await ctx.client.invoices.list({ query, signal: ctx.signal })
  await ctx.output.result(found, (draw) => {
    if (found.total > 0) return invoiceTable(draw, found.invoices)
    return found.issuing === 'on' ? 'No invoices yet.' : 'Invoices are not set up here.'
  })
  if (found.total > page * pageSize) ctx.output.note(`More: --page ${page + 1}.`)
}

function invoiceTable(draw: Draw, invoices: readonly InvoiceSummary[]): string {
  return draw.table(
    [
      { title: 'NUMBER' },
      { title: 'MONTH' },
      { title: 'TYPE', dropRank: 1 },
      { title: 'VAT', align: 'right', dropRank: 2 },
      { title: 'TOTAL', align: 'right' },
    ],
    invoices.map(({ number, month, kind, vat_cents, total_cents }) => [
      number,
      month,
      kind.replace('_', ' '),
      formatUsdExact(vat_cents * microPerCent),
      formatUsdExact(total_cents * microPerCent),
    ]),
  )
}

async function downloadInvoice(ctx: Ctx, wanted: string, options: DownloadOptions): Promise<void> {
  const { as: kind = 'pdf', force } = options
  const id = await idOf(ctx, wanted)
  const { content } = await ctx.client.invoices.get({ params: { id }, signal: ctx.signal })
  const file = options.out ?? `${content.number}.${kind}`
  const bytes = await saveDownload(ctx, {
    ...{ file, force },
    download: () => fetched(ctx, id, kind),
  })
  if (bytes === undefined) return
  await ctx.output.result({ file, bytes }, () => `Saved ${file} (${formatBytes(bytes)}).`)
}

function fetched(ctx: Ctx, id: InvoiceId, kind: FileKind): Promise<Response> {
  const call = { params: { id }, signal: ctx.signal }
  if (kind === 'xml') return ctx.client.invoices.xml(call)
  return kind === 'csv' ? ctx.client.invoices.csv(call) : ctx.client.invoices.pdf(call)
}

/** The ID of an invoice, which may be named by its number. */
async function idOf(ctx: Ctx, wanted: string): Promise<InvoiceId> {
  const id = InvoiceId.safeParse(wanted)
  if (id.success) return id.data
  for (let page = 1; ; page += 1) {
    const query = { page, page_size: 100 }
    const { invoices, total } = await ctx.client.invoices.list({ query, signal: ctx.signal })
    const found = invoices.find(({ number }) => number === wanted)
    if (found !== undefined) return found.id
    if (invoices.length === 0 || page * 100 >= total)
      throw new UsageError(`You have no invoice ${wanted}.`)
  }
}
