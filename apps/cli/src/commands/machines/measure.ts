import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { findMachine } from '../../resolve/find-machine.ts'

export function addMeasure(machines: Command, open: Open): void {
  machines
    .command('measure')
    .argument('<machine>', 'name, id, or the end or beginning of an id')
    .summary('measure a machine again')
    .description('Measure a machine again: CPU, memory, disk and network. Not while it is rented.')
    .addHelpText('after', examples('machines measure tower'))
    .action((machine: string, _options: object, command: Command) =>
      measure(open(command), machine),
    )
}

async function measure(ctx: Ctx, wanted: string): Promise<void> {
  const { id, name } = await findMachine(ctx, wanted)
  await ctx.client.machines.measure({ params: { id }, signal: ctx.signal })
  await ctx.output.result(
    {},
    () => `${name} is being measured; its figures change when it is done.`,
  )
}
