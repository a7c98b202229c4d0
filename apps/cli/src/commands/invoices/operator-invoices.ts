import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { oneOf, wholeNumber } from '../../input/parse-values.ts'
import { addDownload, invoiceIdOf, type ReadPage } from './download.ts'
import { invoiceTable, microPerCent } from './invoice-table.ts'

const kinds = ['invoice', 'self_billing', 'credit_note'] as const

interface ListOptions {
  kind?: (typeof kinds)[number]
  page?: number
}

interface CreditOptions {
  reason: string
  usd?: string
  key?: string
}

const pageSize = 20
const readPage: ReadPage = ({ client, signal }, query) => client.invoices.listAll({ query, signal })

/** Adds `operator invoices`, which lists the documents of all accounts, with `download` and `credit` below it. */
export function addOperatorInvoices(operator: Command, open: Open): void {
  const invoices = operator
    .command('invoices')
    .summary('list, download and correct invoices')
    .description(
      'List the invoices, self-billing statements and credit notes of all accounts, newest first, with the check that no number is missing.',
    )
    .option('--kind <kind>', 'invoice, self_billing or credit_note', oneOf('--kind', kinds))
    .option('--page <n>', 'page (default: 1)', wholeNumber('--page', 1, 100_000))
    .addHelpText(
      'after',
      examples('operator invoices', 'operator invoices --kind credit_note --page 2'),
    )
    .action((options: ListOptions, command: Command) => listAll(open(command), options))
  addDownload(invoices, open, {
    examples: ['operator invoices download INV-2026-00001 --as xml'],
    page: readPage,
  })
  invoices
    .command('credit')
    .argument('<invoice>', 'number or ID')
    .summary('correct an invoice by a credit note')
    .description(
      'Issue a credit note for an invoice or self-billing statement. It moves no money, and can not be changed.',
    )
    .requiredOption('--reason <text>', 'reason, on the credit note')
    .option('--usd <amount>', 'amount with VAT (default: all that is not credited yet)')
    .option('--key <key>', 'idempotency key (default: random)')
    .addHelpText(
      'after',
      examples('operator invoices credit INV-2026-00001 --reason "Wrong price" --usd 12.50'),
    )
    .action((wanted: string, options: CreditOptions, command: Command) =>
      credit(open(command), wanted, options),
    )
}

async function listAll(ctx: Ctx, { kind, page = 1 }: ListOptions): Promise<void> {
  const query = { page, page_size: pageSize, ...(kind !== undefined && { kind }) }
  const found = await ctx.client.invoices.listAll({ query, signal: ctx.signal })
  await ctx.output.result(found, (draw) => {
    if (found.total > 0) return invoiceTable(draw, found.invoices)
    return found.issuing === 'on' ? 'No documents.' : 'Invoices are not set up: INVOICE_SELLER.'
  })
  for (const { series, year, documents, last_number: last } of found.series)
    if (documents < last) ctx.output.note(`${series}-${year}: ${last - documents} numbers missing.`)
  if (found.total > page * pageSize) ctx.output.note(`More: --page ${page + 1}.`)
}

async function credit(ctx: Ctx, wanted: string, options: CreditOptions): Promise<void> {
  const id = await invoiceIdOf(ctx, wanted, readPage)
  const key = options.key ?? ctx.host.newKey()
  const body = { reason: options.reason, key, ...centsOf(options.usd) }
  const note = await ctx.client.invoices.credit({ params: { id }, body, signal: ctx.signal })
  const { number, totals } = note.content
  await ctx.output.result(
    note,
    () => `Issued ${number} for ${formatUsdExact(totals.total_cents * microPerCent)}.`,
  )
}

function centsOf(usd: string | undefined): { total_cents?: number } {
  if (usd === undefined) return {}
  const cents = parseUsd(usd, 'The amount') / microPerCent
  if (!Number.isInteger(cents)) throw new UsageError('--usd has whole cents, such as 12.50.')
  return { total_cents: cents }
}
