import type { MachineChange } from '@gridloom/contract/machines/machine'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
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
    .option('--not-isolated', 'also while part of its isolation is missing; renters see the label')
    .option('--only-isolated', 'only while nothing of its isolation is missing (the default)')
    .addHelpText('after', examples('machines list tower', 'machines list tower --not-isolated'))
    .action((machine: string | undefined, options: ListOptions, command: Command) =>
      machine === undefined
        ? showMachines(open(command))
        : change(open(command), { wanted: machine, listed: true, ...isolationOf(options) }),
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

interface ListOptions {
  notIsolated?: boolean
  onlyIsolated?: boolean
}

function isolationOf({ notIsolated, onlyIsolated }: ListOptions): { list_not_isolated?: boolean } {
  if (notIsolated && onlyIsolated) {
    throw new UsageError('Give either --not-isolated or --only-isolated.')
  }
  return notIsolated || onlyIsolated ? { list_not_isolated: notIsolated === true } : {}
}

type Wish = Pick<MachineChange, 'listed' | 'list_not_isolated'> & { wanted: string }

async function change(ctx: Ctx, { wanted, ...body }: Wish): Promise<void> {
  const { id } = await findMachine(ctx, wanted)
  const machine = await ctx.client.machines.change({ params: { id }, body, signal: ctx.signal })
  await ctx.output.result(machine, () => {
    const state = machine.listed ? 'on the market' : 'off the market'
    return [
      `${machine.name} is ${state}.`,
      ...machine.problems.map(({ text, remedy }) => `${text} ${remedy}`),
    ].join('\n')
  })
}
