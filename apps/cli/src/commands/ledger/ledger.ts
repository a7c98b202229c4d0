import type { Granularity, LedgerLine } from '@gridloom/contract/ledger/line'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { oneOf, wholeNumber } from '../../input/parse-values.ts'
import { formatTime, shortId } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'

interface LedgerOptions {
  by?: Granularity
  holds?: boolean
  limit?: number
  cursor?: string
}

export function addLedger(program: Command, open: Open): void {
  program
    .command('ledger')
    .summary('list your transactions')
    .description('List your transactions, summed by day, newest first. Times are UTC.')
    .option(
      '--by <period>',
      'day, hour or transaction (default: day)',
      oneOf('--by', ['day', 'hour', 'transaction']),
    )
    .option('--holds', 'list holds and their releases too')
    .option('--limit <n>', 'lines per page (default: 50)', wholeNumber('--limit', 1, 1_000))
    .option('--cursor <cursor>', 'continue after an earlier page')
    .addHelpText(
      'after',
      examples('ledger', 'ledger --by hour', 'ledger --by transaction --holds --json'),
    )
    .action((options: LedgerOptions, command: Command) => showLedger(open(command), options))
}

async function showLedger(ctx: Ctx, options: LedgerOptions): Promise<void> {
  const { by = 'day', holds = false, limit = 50, cursor } = options
  const query = {
    granularity: by,
    holds: holds ? 'true' : 'false',
    limit,
    ...(cursor === undefined ? {} : { cursor }),
  } as const
  const found = await ctx.client.ledger.lines({ query, signal: ctx.signal })
  await ctx.output.result(found, (draw) =>
    found.lines.length === 0 ? 'No transactions yet.' : lineTable(draw, found.lines, by),
  )
  if (found.next_cursor !== null)
    ctx.output.note(`More: --cursor '${found.next_cursor}', with the same options.`)
}

function lineTable(draw: Draw, lines: readonly LedgerLine[], by: Granularity): string {
  return draw.table(
    [
      { title: by === 'day' ? 'DAY' : 'TIME' },
      { title: 'TYPE', cutTo: 24 },
      { title: 'RESOURCE', dropRank: 1 },
      { title: 'AVAILABLE', align: 'right' },
      { title: 'ON HOLD', align: 'right' },
      { title: 'EARNED', align: 'right', dropRank: 2 },
    ],
    lines.map((line) => [
      by === 'day' ? line.at.slice(0, 10) : formatTime(line.at),
      typeOf(line),
      resourceOf(line),
      changeText(line.available_change_micro_usd),
      changeText(line.held_change_micro_usd),
      changeText(line.earned_change_micro_usd),
    ]),
  )
}

function typeOf({ kind, text, transactions }: LedgerLine): string {
  return text ?? `${transactions} ${kind}s`
}

function resourceOf({ instance_id: instance, render_job_id: job, ...line }: LedgerLine): string {
  const id = instance ?? line.reservation_id ?? job ?? line.volume_id ?? line.machine_id
  return id === null ? (line.product ?? '—') : shortId(id)
}

function changeText(microUsd: number): string {
  if (microUsd === 0) return '—'
  return microUsd > 0 ? `+${formatUsdExact(microUsd)}` : formatUsdExact(microUsd)
}
