import type { Bill } from '@gridloom/contract/ledger/bill'
import { formatPerHour, formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import type { Draw } from '../../output/output.ts'

interface BillOptions {
  month?: string
}

export function addBill(program: Command, open: Open): void {
  program
    .command('bill')
    .summary('show what a month cost and earned')
    .description(
      'Show spending and earnings of a month by product, with a forecast for the current one. Months are UTC.',
    )
    .option('--month <yyyy-mm>', 'month (default: the current one)')
    .addHelpText('after', examples('bill', 'bill --month 2026-10', 'bill --json'))
    .action((options: BillOptions, command: Command) => showBill(open(command), options))
}

async function showBill(ctx: Ctx, { month }: BillOptions): Promise<void> {
  const query = month === undefined ? {} : { month }
  const bill = await ctx.client.ledger.bill({ query, signal: ctx.signal })
  await ctx.output.result(bill, (draw) => billText(draw, bill))
}

function billText(draw: Draw, bill: Bill): string {
  const { forecast } = bill
  return draw.facts([
    ['Month', bill.month],
    ['Spent', draw.paint(formatUsd(bill.spent_micro_usd), 'strong')],
    ...bill.products
      .filter(({ spent_micro_usd: spent }) => spent !== 0)
      .map(({ product, spent_micro_usd: spent }) => [`  ${product}`, formatUsd(spent)] as const),
    ...creditFacts(bill),
    ...(forecast === null ? [] : [['Forecast', forecastText(forecast)] as const]),
    ...earnedFacts(bill),
  ])
}

function creditFacts({ spent_micro_usd: spent, credited_micro_usd: credited }: Bill) {
  if (credited === 0) return []
  return [
    ['Charges', formatUsd(spent + credited)],
    ['Automatic credits', formatUsd(-credited)],
  ] as const
}

function earnedFacts(bill: Bill) {
  const { earned_micro_usd: earned, fee_micro_usd: fee, paid_back_micro_usd: paidBack } = bill
  if (earned === 0 && paidBack === 0) return []
  const credits = paidBack === 0 ? '' : ` and ${formatUsd(paidBack)} automatic credits`
  return [
    ['Earned', `${formatUsd(earned)} after ${formatUsd(fee)} platform fee${credits}`],
  ] as const
}

function forecastText(forecast: NonNullable<Bill['forecast']>): string {
  const { micro_usd_per_hour: rate, funds_end_at: end } = forecast
  const until = end === null ? '' : `; balance runs out ${end.slice(0, 10)}`
  return `${formatUsd(forecast.micro_usd)} at ${formatPerHour(rate)}${until}`
}
