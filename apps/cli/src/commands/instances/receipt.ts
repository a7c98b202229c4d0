import { ChatId, InstanceId, RenderJobId } from '@gridloom/contract/core/ids'
import type { Receipt } from '@gridloom/contract/instances/receipt'
import { chargingReason } from '@gridloom/domain/charging-words'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { formatDuration } from '@gridloom/domain/format-duration'
import { formatPerHour, formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { oneOf } from '../../input/parse-values.ts'
import { formatTime } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { type ApiReceiptOptions, apiReceiptFile } from '../receipts/api-receipt.ts'
import { type ReceiptFormat, receiptFile } from '../receipts/receipt-file.ts'
import { addVerifyReceipt } from '../receipts/verify-receipt.ts'
import { saveDownload } from '../shared/save-download.ts'
import { instanceName } from './wait-for-instance.ts'

interface ReceiptOptions extends ApiReceiptOptions {
  as?: ReceiptFormat
  signed?: boolean
  api?: boolean
  out?: string
  force?: boolean
}

export function addReceipt(program: Command, open: Open): void {
  const receipt = program
    .command('receipt')
    .argument(
      '[of]',
      'instance (label, ID, or start or end of an ID), or the ID of a render job or chat',
    )
    .summary('show or download a receipt')
    .description(
      'Show what an instance cost, interval by interval, or download the receipt of an instance, a render job or a chat. Times are UTC.',
    )
    .option(
      '--as <format>',
      'download it as pdf or csv, of a chat also as json (of render jobs and chats, default: pdf)',
      oneOf('--as', ['pdf', 'csv', 'json']),
    )
    .option('--api', 'what your API keys asked of models, with --from and --to, and as json too')
    .option('--from <day>', 'of --api: the first UTC day')
    .option('--to <day>', 'of --api: the last UTC day')
    .option('--api-key <id>', 'of --api: only this API key')
    .option('--signed', 'the signed receipt of an instance, which receipt verify checks')
    .option(
      '-o, --out <file>',
      'file (default: the ID and the format; of --signed, standard output)',
    )
    .option('--force', 'replace an existing file')
    .addHelpText(
      'after',
      examples(
        'receipt trial',
        'receipt 8hjkmnpq --json',
        'receipt trial --as pdf',
        'receipt rnj_01jd3v8q6f7g8h9jkmnpqrstvw --as csv -o frames.csv',
        'receipt trial --signed -o receipt.jsonl',
        'receipt --api --from 2026-11-01 --to 2026-11-30 --as csv',
        'receipt verify receipt.jsonl',
      ),
    )
    .action((of: string | undefined, options: ReceiptOptions, command: Command) =>
      receiptOf(open(command), of, options),
    )
  addVerifyReceipt(receipt, open)
}

function receiptOf(ctx: Ctx, wanted: string | undefined, options: ReceiptOptions): Promise<void> {
  const { as, signed, api } = options
  if (api) {
    if (signed || wanted !== undefined) throw new UsageError('Use --api alone.')
    return saveReceipt(
      ctx,
      { ...options, as: as ?? 'pdf' },
      apiReceiptFile(ctx, options, as ?? 'pdf'),
    )
  }
  if (wanted === undefined)
    throw new UsageError('Name an instance, render job or chat, or use --api.')
  if (signed && as !== undefined) throw new UsageError('Use --signed or --as.')
  if (signed) return downloadReceipt(ctx, wanted, options)
  const isOther = RenderJobId.safeParse(wanted).success || ChatId.safeParse(wanted).success
  if (as === undefined && !isOther) return showReceipt(ctx, wanted, options)
  return saveReceipt(ctx, { ...options, as: as ?? 'pdf' }, receiptFile(ctx, wanted, as ?? 'pdf'))
}

async function saveReceipt(
  ctx: Ctx,
  { as, out, force }: ReceiptOptions & { as: ReceiptFormat },
  found: ReturnType<typeof receiptFile>,
): Promise<void> {
  const { id, download } = await found
  const file = out ?? `receipt-${id}.${as}`
  const bytes = await saveDownload(ctx, { file, force, download })
  if (bytes === undefined) return
  await ctx.output.result({ file, bytes }, () => `Saved ${file} (${formatBytes(bytes)}).`)
}

async function downloadReceipt(ctx: Ctx, wanted: string, options: ReceiptOptions): Promise<void> {
  const { out: file = '-', force } = options
  const id = await instanceOf(ctx, wanted)
  const bytes = await saveDownload(ctx, {
    ...{ file, force },
    download: () => ctx.client.receipts.download({ params: { id }, signal: ctx.signal }),
  })
  if (bytes === undefined) return
  await ctx.output.result({ file, bytes }, () => `Saved ${file} (${formatBytes(bytes)}).`)
}

/** An instance of the caller; a provider names one on their machine by its whole ID. */
async function instanceOf(ctx: Ctx, wanted: string): Promise<InstanceId> {
  const whole = InstanceId.safeParse(wanted)
  return whole.success ? whole.data : (await findInstance(ctx, wanted, 'all')).id
}

async function showReceipt(ctx: Ctx, wanted: string, options: ReceiptOptions): Promise<void> {
  if (options.out !== undefined || options.force)
    throw new UsageError('--out and --force go with --as or --signed.')
  const { id } = await findInstance(ctx, wanted, 'all')
  const receipt = await ctx.client.instances.receipt({ params: { id }, signal: ctx.signal })
  await ctx.output.result(receipt, (draw) => receiptText(draw, receipt))
}

function receiptText(draw: Draw, receipt: Receipt): string {
  const total = draw.paint(formatUsdExact(receipt.total_micro_usd), 'strong')
  const running = formatDuration(receipt.running_s)
  const stopped = receipt.stopped_s > 0 ? `, ${formatDuration(receipt.stopped_s)} stopped` : ''
  const closing = `${instanceName(receipt.instance)}: ${running} running${stopped}. Total ${total}`
  const state = receipt.final ? ' (final).' : ' (in progress).'
  const lines = receipt.lines.length === 0 ? [] : [linesTable(draw, receipt)]
  if (receipt.lines_per !== 'interval') lines.push('Lines are sums. --as csv lists each interval.')
  return [...lines, ...creditLines(receipt), `${closing}${state}`, ...chargingLines(receipt)].join(
    '\n',
  )
}

/** What the provider pays back, and what the instance cost after it. */
function creditLines({ credits, credited_micro_usd, total_micro_usd }: Receipt): string[] {
  if (credits.length === 0) return []
  const each = credits.map(
    ({ text, micro_usd, paid_micro_usd }) =>
      `${text} ${formatUsdExact(paid_micro_usd)} of ${formatUsdExact(micro_usd)} paid back.`,
  )
  const rest = formatUsdExact(total_micro_usd - credited_micro_usd)
  return [...each, `After credits: ${rest}.`]
}

function chargingLines({ instance: { charging } }: Receipt): string[] {
  if (charging === null) return []
  return [`Charged since ${formatTime(charging.since)}, when ${chargingReason(charging.cause)}.`]
}

function linesTable(draw: Draw, { lines }: Receipt): string {
  return draw.table(
    [
      { title: 'FROM' },
      { title: 'TO', dropRank: 1 },
      { title: 'SECONDS', align: 'right' },
      { title: 'FOR' },
      { title: 'PRICE', align: 'right', dropRank: 2 },
      { title: 'COST', align: 'right' },
    ],
    lines.map((line) => [
      formatTime(line.from),
      formatTime(line.to),
      String(line.seconds),
      line.kind === 'running' ? 'running' : 'stopped disk',
      formatPerHour(line.micro_usd_per_hour),
      formatUsdExact(line.micro_usd),
    ]),
  )
}
