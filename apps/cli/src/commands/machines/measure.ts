import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { findMachine } from '../../resolve/find-machine.ts'

export function addMeasure(machines: Command, open: Open): void {
  machines
    .command('measure')
    .argument('<machine>', 'name, ID, or start or end of an ID')
    .summary('run the benchmarks again')
    .description(
      'Run the GPU, CPU, memory, disk and network benchmarks again. Not available while the machine is rented.',
    )
    .addHelpText('after', examples('machines measure tower'))
    .action((machine: string, _options: object, command: Command) =>
      measure(open(command), machine),
    )
}

async function measure(ctx: Ctx, wanted: string): Promise<void> {
  const { id, name } = await findMachine(ctx, wanted)
  await ctx.client.machines.measure({ params: { id }, signal: ctx.signal })
  await ctx.output.result({}, () => `Benchmarking ${name}. The results appear when it is done.`)
}
