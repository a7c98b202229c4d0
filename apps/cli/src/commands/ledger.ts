import type { Statement } from '@gridloom/contract/ledger/statement'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../ctx.ts'
import { examples } from '../help.ts'
import { wholeNumber } from '../input/parse-values.ts'
import { formatTime, shortId } from '../output/format.ts'
import type { Draw } from '../output/output.ts'

interface LedgerOptions {
  page?: number
  limit?: number
}

export function addLedger(program: Command, open: Open): void {
  program
    .command('ledger')
    .summary('list your transactions')
    .description('List your transactions, newest first. Times are UTC.')
    .option('--page <n>', 'page number', wholeNumber('--page', 1, 100_000))
    .option('--limit <n>', 'transactions per page', wholeNumber('--limit', 1, 100))
    .addHelpText('after', examples('ledger', 'ledger --limit 100 --json'))
    .action((options: LedgerOptions, command: Command) => showLedger(open(command), options))
}

async function showLedger(ctx: Ctx, { page = 1, limit = 20 }: LedgerOptions): Promise<void> {
  const query = { page, page_size: limit }
  const found = await ctx.client.ledger.statements({ query, signal: ctx.signal })
  await ctx.output.result(found, (draw) =>
    found.statements.length === 0 ? 'No transactions yet.' : statementTable(draw, found.statements),
  )
  const pages = Math.ceil(found.total / limit)
  if (pages > 1) ctx.output.note(`Page ${page} of ${pages}.`)
}

function statementTable(draw: Draw, statements: readonly Statement[]): string {
  return draw.table(
    [
      { title: 'TIME' },
      { title: 'TYPE', cutTo: 16 },
      { title: 'INSTANCE', dropRank: 1 },
      { title: 'AVAILABLE', align: 'right' },
      { title: 'ON HOLD', align: 'right' },
      { title: 'EARNED', align: 'right', dropRank: 2 },
    ],
    statements.map((statement) => [
      formatTime(statement.at),
      statement.text,
      statement.instance_id === null ? '—' : shortId(statement.instance_id),
      changeText(statement.available_change_micro_usd),
      changeText(statement.held_change_micro_usd),
      changeText(statement.earned_change_micro_usd),
    ]),
  )
}

function changeText(microUsd: number): string {
  if (microUsd === 0) return '—'
  return microUsd > 0 ? `+${formatUsdExact(microUsd)}` : formatUsdExact(microUsd)
}
