import type { Spend } from '@gridloom/contract/companies/spend'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import type { Draw } from '../../output/output.ts'
import { companyMeant } from '../../resolve/find-company.ts'

interface SpendOptions {
  days: number
  company?: string
}

export function addSpend(company: Command, open: Open): void {
  company
    .command('spend')
    .summary('show spending by day, user and key')
    .description(
      "Show a company's spending: today, this month, by day, user and key. Days are UTC.",
    )
    .option('--days <n>', 'number of days', wholeNumber('--days', 1, 366), 30)
    .option('--company <company>', 'company (default: the active one, or your only one)')
    .addHelpText('after', examples('company spend', 'company spend --days 7 --json'))
    .action((options: SpendOptions, command: Command) => showSpend(open(command), options))
}

async function showSpend(ctx: Ctx, options: SpendOptions): Promise<void> {
  const { id } = await companyMeant(ctx, options.company)
  const query = { days: options.days }
  const spend = await ctx.client.companies.spend({ params: { id }, query, signal: ctx.signal })
  await ctx.output.result(spend, (draw) => spendText(draw, spend))
}

function spendText(draw: Draw, spend: Spend): string {
  const days = spend.days.filter(({ micro_usd }) => micro_usd > 0)
  const parts = [
    draw.facts([
      ['Today', formatUsd(spend.today_micro_usd)],
      ['This month', formatUsd(spend.this_month_micro_usd)],
    ]),
    amounts(
      draw,
      'DAY',
      days.map(({ day, micro_usd }) => [day, micro_usd]),
    ),
    amounts(
      draw,
      'USER',
      spend.by_user.map(({ name, micro_usd }) => [name, micro_usd]),
    ),
    amounts(
      draw,
      'KEY',
      spend.by_key.map(({ name, micro_usd }) => [name, micro_usd]),
    ),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function amounts(draw: Draw, title: string, rows: readonly (readonly [string, number])[]): string {
  if (rows.length === 0) return ''
  return draw.table(
    [
      { title, cutTo: 16 },
      { title: 'SPENT', align: 'right' },
    ],
    rows.map(([name, microUsd]) => [name, formatUsd(microUsd)]),
  )
}
