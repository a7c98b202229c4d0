import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { findMachine } from '../../resolve/find-machine.ts'

export function addRename(machines: Command, open: Open): void {
  machines
    .command('rename')
    .argument('<machine>', 'name, ID, or start or end of an ID')
    .argument('<name>', 'new name')
    .summary('rename a machine')
    .description('Rename a machine.')
    .addHelpText('after', examples('machines rename tower attic'))
    .action((machine: string, name: string, _options: object, command: Command) =>
      rename(open(command), machine, name),
    )
}

async function rename(ctx: Ctx, wanted: string, name: string): Promise<void> {
  const { id } = await findMachine(ctx, wanted)
  const machine = await ctx.client.machines.change({
    params: { id },
    body: { name },
    signal: ctx.signal,
  })
  await ctx.output.result(machine, () => `Renamed to ${machine.name}.`)
}
