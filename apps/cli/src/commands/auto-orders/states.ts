import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { findAutoOrder } from '../../resolve/find-auto-order.ts'

const states = [
  ['pause', 'pause an automatic order', { paused: true }],
  ['resume', 'resume an automatic order', { paused: false }],
] as const

/** Adds `pause`, `resume` and `delete`. */
export function addAutoOrderStates(autoOrders: Command, open: Open): void {
  for (const [name, summary, body] of states) {
    autoOrders
      .command(name)
      .argument('<auto-order>', 'name, ID, or start or end of an ID')
      .summary(summary)
      .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
      .addHelpText('after', examples(`auto-orders ${name} cheap-4090`))
      .action(async (wanted: string, _options: object, command: Command) => {
        const ctx = open(command)
        const { id } = await findAutoOrder(ctx, wanted)
        const { signal } = ctx
        const changed = await ctx.client.autoOrders.change({ params: { id }, body, signal })
        await ctx.output.result(changed, () => `${changed.name} is ${changed.state}.`)
      })
  }
  autoOrders
    .command('delete')
    .argument('<auto-order>', 'name, ID, or start or end of an ID')
    .summary('delete an automatic order')
    .description('Delete an automatic order. The instances that it rented continue.')
    .addHelpText('after', examples('auto-orders delete cheap-4090'))
    .action(async (wanted: string, _options: object, command: Command) => {
      const ctx = open(command)
      const { id, name } = await findAutoOrder(ctx, wanted)
      await ctx.client.autoOrders.delete({ params: { id }, signal: ctx.signal })
      await ctx.output.result({}, () => `Deleted ${name}.`)
    })
}
