import type { SpendGroup, SpendReport } from '@gridloom/contract/budgets/spend'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { oneOf } from '../../input/parse-values.ts'
import type { Draw } from '../../output/output.ts'

interface SpendOptions {
  by: SpendReport['by']
  from?: string
  to?: string
}

/** Adds `spend`: what the account spent by product, project, member or API key. */
export function addSpendReport(program: Command, open: Open): void {
  program
    .command('spend')
    .summary('show what your account spent')
    .description(
      'Show what your account spent by product, project, member or API key, and by day (UTC).',
    )
    .option(
      '--by <group>',
      'product, project, member or key',
      oneOf('--by', ['product', 'project', 'member', 'key']),
      'product',
    )
    .option('--from <day>', 'first day, such as 2026-11-01 (default: 29 days before the last)', day)
    .option('--to <day>', 'last day (default: today)', day)
    .addHelpText('after', examples('spend', 'spend --by key --from 2026-11-01 --json'))
    .action((options: SpendOptions, command: Command) => show(open(command), options))
}

function day(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return text
  throw new UsageError(`A day is written as 2026-11-01, not "${text}".`)
}

async function show(ctx: Ctx, { by, from, to }: SpendOptions): Promise<void> {
  const report = await ctx.client.budgets.spend({ query: { by, from, to }, signal: ctx.signal })
  await ctx.output.result(report, (draw) => reportText(draw, report))
}

function reportText(draw: Draw, report: SpendReport): string {
  const { from, to, by, own, groups, total_micro_usd: total } = report
  const days = report.days
    .map(
      ({ day: name, micro_usd }) => [name, micro_usd.reduce((sum, one) => sum + one, 0)] as const,
    )
    .filter(([, microUsd]) => microUsd > 0)
  const parts = [
    draw.facts([
      ['Days', `${from} to ${to} (UTC)`],
      ['Spent', `${formatUsd(total)}${own ? ' by you' : ''}`],
    ]),
    amounts(
      draw,
      by.toUpperCase(),
      groups.map((group) => [nameOf(group, by), group.micro_usd]),
    ),
    amounts(draw, 'DAY', days),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

const without = {
  ...{ product: 'storage', member: 'storage' },
  ...{ project: 'without a project', key: 'without a key' },
} as const

function nameOf({ id, name }: SpendGroup, by: SpendReport['by']): string {
  if (id === null) return without[by]
  return name === '' ? id : name
}

function amounts(draw: Draw, title: string, rows: readonly (readonly [string, number])[]): string {
  if (rows.length === 0) return ''
  return draw.table(
    [
      { title, cutTo: 24 },
      { title: 'SPENT', align: 'right' },
    ],
    rows.map(([name, microUsd]) => [name, formatUsd(microUsd)]),
  )
}
