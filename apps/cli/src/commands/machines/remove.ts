import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findMachine } from '../../resolve/find-machine.ts'

interface RemoveOptions {
  yes?: boolean
}

export function addRemove(machines: Command, open: Open): void {
  machines
    .command('remove')
    .argument('<machine>', 'name, id, or the end or beginning of an id')
    .summary('part with a machine for good')
    .description('Revoke the key of a machine and take it off the market. Not while it is rented.')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', examples('machines remove tower'))
    .action((machine: string, options: RemoveOptions, command: Command) =>
      remove(open(command), machine, options),
    )
}

async function remove(ctx: Ctx, wanted: string, { yes }: RemoveOptions): Promise<void> {
  const { id, name } = await findMachine(ctx, wanted)
  if (!yes) {
    if (!ctx.host.interactive) throw new UsageError('Add --yes to do it without being asked.')
    const message = `Remove ${name}? To come back it must be enrolled anew.`
    const answer = await ctx.host.prompts.confirm({ message })
    if (answer === 'no') throw new CancelledError('Nothing was removed.')
  }
  await ctx.client.machines.remove({ params: { id }, signal: ctx.signal })
  await ctx.output.result({}, () => `${name} is removed.`)
}
