import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findAutoOrder } from '../../resolve/find-auto-order.ts'
import { refuseUnreadable } from '../market/searches.ts'
import { addLimitOptions, endDateOf, type LimitOptions } from './limit-options.ts'

interface SetOptions extends LimitOptions {
  name?: string
}

export function addSetAutoOrder(autoOrders: Command, open: Open): void {
  const command = autoOrders
    .command('set')
    .argument('<auto-order>', 'name, ID, or start or end of an ID')
    .summary('change the query, price or limits')
    .description('Change the name, query, price or limits. What it orders stays as it is.')
  addLimitOptions(command)
    .option('--name <name>', 'another name')
    .addHelpText('after', examples('auto-orders set cheap-4090 --max-price 0.35 --until 7d'))
    .action((wanted: string, options: SetOptions, own: Command) => set(open(own), wanted, options))
}

async function set(ctx: Ctx, wanted: string, options: SetOptions): Promise<void> {
  const { name, query } = options
  if (Object.keys(options).length === 0) throw new UsageError('Give what to change.')
  if (query !== undefined) refuseUnreadable(query)
  const { id } = await findAutoOrder(ctx, wanted)
  const changed = await ctx.client.autoOrders.change({
    params: { id },
    body: {
      ...{ name, query, max_price_micro_usd_per_hour: options.maxPrice },
      ...{ instances_max: options.count, running_max: options.running },
      budget_micro_usd: options.totalBudget,
      ends_at: endDateOf(options.until, ctx.host.nowMs()),
    },
    signal: ctx.signal,
  })
  await ctx.output.result(changed, () => `Changed ${changed.name}. It is ${changed.state}.`)
}
