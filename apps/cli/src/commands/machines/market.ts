import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { findMachine } from '../../resolve/find-machine.ts'
import { showMachines } from './show-machines.ts'

/** `list` and `unlist`: on and off the market. `list` alone shows the machines. */
export function addMarketCommands(machines: Command, open: Open): void {
  machines
    .command('list')
    .argument('[machine]', 'name, id, or the end or beginning of an id')
    .summary('put a machine on the market')
    .description('Put a machine on the market. Without a machine: a table of yours.')
    .addHelpText('after', examples('machines list tower'))
    .action((machine: string | undefined, _options: object, command: Command) =>
      machine === undefined
        ? showMachines(open(command))
        : change(open(command), { wanted: machine, listed: true }),
    )
  machines
    .command('unlist')
    .argument('<machine>', 'name, id, or the end or beginning of an id')
    .summary('take a machine off the market')
    .description('Take a machine off the market. What runs on it goes on.')
    .addHelpText('after', examples('machines unlist tower'))
    .action((machine: string, _options: object, command: Command) =>
      change(open(command), { wanted: machine, listed: false }),
    )
}

async function change(ctx: Ctx, wish: { wanted: string; listed: boolean }): Promise<void> {
  const { id } = await findMachine(ctx, wish.wanted)
  const body = { listed: wish.listed }
  const machine = await ctx.client.machines.change({ params: { id }, body, signal: ctx.signal })
  await ctx.output.result(machine, () => {
    const state = machine.listed ? 'on the market' : 'off the market'
    return [
      `${machine.name} is ${state}.`,
      ...machine.problems.map(({ text, remedy }) => `${text} ${remedy}`),
    ].join('\n')
  })
}
