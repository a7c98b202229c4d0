import { InstanceId } from '@gridloom/contract/core/ids'
import type { Receipt } from '@gridloom/contract/instances/receipt'
import { chargingReason } from '@gridloom/domain/charging-words'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { formatDuration } from '@gridloom/domain/format-duration'
import { formatPerHour, formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { formatTime } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { addVerifyReceipt } from '../receipts/verify-receipt.ts'
import { saveDownload } from '../shared/save-download.ts'
import { instanceName } from './wait-for-instance.ts'

interface ReceiptOptions {
  signed?: boolean
  out?: string
  force?: boolean
}

export function addReceipt(program: Command, open: Open): void {
  const receipt = program
    .command('receipt')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .summary('show the receipt of an instance')
    .description('Show what an instance cost, interval by interval. Times are UTC.')
    .option('--signed', 'the signed receipt, which anyone can check with receipt verify')
    .option('-o, --out <file>', 'file for the signed receipt; standard output by default')
    .option('--force', 'replace an existing file')
    .addHelpText(
      'after',
      examples(
        'receipt trial',
        'receipt 8hjkmnpq --json',
        'receipt trial --signed -o receipt.jsonl',
        'receipt verify receipt.jsonl',
      ),
    )
    .action((instance: string, options: ReceiptOptions, command: Command) =>
      options.signed
        ? downloadReceipt(open(command), instance, options)
        : showReceipt(open(command), instance, options),
    )
  addVerifyReceipt(receipt, open)
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
    throw new UsageError('--out and --force go with --signed.')
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
