import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { addDownload } from './download.ts'
import { invoiceTable } from './invoice-table.ts'

interface ListOptions {
  page?: number
}

const pageSize = 20

export function addInvoices(program: Command, open: Open): void {
  const invoices = program
    .command('invoices')
    .summary('list and download your invoices')
    .description('List your invoices, self-billing statements and credit notes, newest first.')
    .option('--page <n>', 'page (default: 1)', wholeNumber('--page', 1, 100_000))
    .addHelpText('after', examples('invoices', 'invoices download INV-2026-00001'))
    .action((options: ListOptions, command: Command) => listInvoices(open(command), options))
  addDownload(invoices, open, {
    examples: [
      'invoices download INV-2026-00001',
      'invoices download INV-2026-00001 --as xml -o -',
    ],
    page: ({ client, signal }, query) => client.invoices.list({ query, signal }),
  })
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
