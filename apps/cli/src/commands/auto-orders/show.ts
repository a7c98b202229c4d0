import type { AutoOrder } from '@gridloom/contract/auto-orders/auto-order'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime, shortId } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'
import { findAutoOrder } from '../../resolve/find-auto-order.ts'

export function addShowAutoOrder(autoOrders: Command, open: Open): void {
  autoOrders
    .command('show')
    .argument('<auto-order>', 'name, ID, or start or end of an ID')
    .summary('show an automatic order with what it rented')
    .description('Show what an automatic order does now, its limits, and the instances it rented.')
    .addHelpText('after', examples('auto-orders show cheap-4090'))
    .action(async (wanted: string, _options: object, command: Command) => {
      const ctx = open(command)
      const found = await findAutoOrder(ctx, wanted)
      await ctx.output.result(found, (draw) => autoOrderText(draw, found))
    })
}

/** The facts of an automatic order, and a row for each instance. */
export function autoOrderText(draw: Draw, order: AutoOrder): string {
  const facts = draw.facts(factsOf(order))
  if (order.instances.length === 0) return facts
  const rows = order.instances.map((one) => [
    shortId(one.instance_id),
    one.label,
    one.failure === null ? one.state : `${one.state} (${one.failure})`,
    one.machine_name,
    formatTime(one.placed_at),
    `${formatUsdExact(one.running_micro_usd_per_hour)}/h`,
    formatUsdExact(one.cost_micro_usd),
  ])
  return `${facts}\n\n${draw.table(columns, rows)}`
}

const columns = [
  { title: 'INSTANCE' },
  { title: 'LABEL', cutTo: 30 },
  { title: 'STATE' },
  { title: 'MACHINE', cutTo: 30 },
  { title: 'RENTED' },
  { title: 'PRICE', align: 'right' },
  { title: 'COST', align: 'right' },
] as const

function factsOf(one: AutoOrder): [string, string][] {
  const { order, running_max, budget_micro_usd: budget, last_check: check } = one
  return [
    ['ID', one.id],
    ['State', one.state],
    ['Now', one.text],
    ['Query', one.query === '' ? 'any offer' : one.query],
    ['Price', `at most ${formatUsdExact(one.max_price_micro_usd_per_hour)}/h`],
    ['Runs', order.template?.image_path_with_tag ?? `template ${shortId(one.template_id ?? '')}`],
    ['Size', `${order.slots} ${order.slots === 1 ? 'slot' : 'slots'}, ${order.disk_gb} GB disk`],
    ['Rented', `${one.placed} of ${one.instances_max}, ${one.running} running`],
    ['At a time', running_max === null ? 'all' : String(running_max)],
    ['Cost', formatUsdExact(one.cost_micro_usd)],
    ['Budget', budget === null ? 'none' : formatUsdExact(budget)],
    ['Ends', formatTime(one.ends_at)],
    ['Last check', check === null ? 'none yet' : formatTime(check.at)],
  ]
}
