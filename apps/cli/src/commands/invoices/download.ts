import { InvoiceId } from '@gridloom/contract/core/ids'
import type { InvoiceSummary } from '@gridloom/contract/invoices/invoice'
import { formatBytes } from '@gridloom/domain/format-bytes'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { oneOf } from '../../input/parse-values.ts'
import { saveDownload } from '../shared/save-download.ts'

/** Reads a page of the documents that a number is looked up in. */
export type ReadPage = (
  ctx: Ctx,
  query: { page: number; page_size: number },
) => Promise<{ invoices: readonly Pick<InvoiceSummary, 'id' | 'number'>[]; total: number }>

type FileKind = 'pdf' | 'xml' | 'csv'

interface DownloadOptions {
  as?: FileKind
  out?: string
  force?: boolean
}

const pageSize = 100

/** Adds `download`, for one's own documents or, below `operator`, for all. */
export function addDownload(
  invoices: Command,
  open: Open,
  { page, examples: shown }: { page: ReadPage; examples: readonly string[] },
): void {
  invoices
    .command('download')
    .argument('<invoice>', 'number or ID')
    .summary('download an invoice')
    .description('Download an invoice as PDF, EN 16931 XML, or CSV of its lines.')
    .option('--as <format>', 'pdf, xml or csv (default: pdf)', oneOf('--as', ['pdf', 'xml', 'csv']))
    .option('-o, --out <file>', 'file (default: the number and the format)')
    .option('--force', 'replace an existing file')
    .addHelpText('after', examples(...shown))
    .action(async (wanted: string, options: DownloadOptions, command: Command) => {
      const ctx = open(command)
      await downloadInvoice(ctx, await invoiceIdOf(ctx, wanted, page), options)
    })
}

async function downloadInvoice(ctx: Ctx, id: InvoiceId, options: DownloadOptions): Promise<void> {
  const { as: kind = 'pdf', force } = options
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

/** The ID of an invoice, which may be named by its number. @throws UsageError */
export async function invoiceIdOf(ctx: Ctx, wanted: string, read: ReadPage): Promise<InvoiceId> {
  const id = InvoiceId.safeParse(wanted)
  if (id.success) return id.data
  for (let page = 1; ; page += 1) {
    const { invoices, total } = await read(ctx, { page, page_size: pageSize })
    const found = invoices.find(({ number }) => number === wanted)
    if (found !== undefined) return found.id
    if (invoices.length === 0 || page * pageSize >= total)
      throw new UsageError(`There is no invoice ${wanted}.`)
  }
}
