import type { Receipt } from '@gridloom/contract/instances/receipt'
import { chargingReason } from '@gridloom/domain/charging-words'
import { formatDuration } from '@gridloom/domain/format-duration'
import { formatPerHour, formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { instanceName } from './wait-for-instance.ts'

export function addReceipt(program: Command, open: Open): void {
  program
    .command('receipt')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .summary('show the receipt of an instance')
    .description('Show what an instance cost, interval by interval. Times are UTC.')
    .addHelpText('after', examples('receipt trial', 'receipt 8hjkmnpq --json'))
    .action((instance: string, _options: object, command: Command) =>
      showReceipt(open(command), instance),
    )
}

async function showReceipt(ctx: Ctx, wanted: string): Promise<void> {
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
