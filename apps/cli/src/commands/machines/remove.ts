import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findMachine } from '../../resolve/find-machine.ts'

interface RemoveOptions {
  yes?: boolean
}

export function addRemoveMachine(machines: Command, open: Open): void {
  machines
    .command('remove')
    .argument('<machine>', 'name, ID, or start or end of an ID')
    .summary('remove a machine')
    .description(
      'Remove a machine: revoke its key and unlist it. Not available while it is rented.',
    )
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', examples('machines remove tower'))
    .action((machine: string, options: RemoveOptions, command: Command) =>
      remove(open(command), machine, options),
    )
}

async function remove(ctx: Ctx, wanted: string, { yes }: RemoveOptions): Promise<void> {
  const { id, name } = await findMachine(ctx, wanted)
  if (!yes) {
    if (!ctx.host.interactive) throw new UsageError('Add --yes to skip the confirmation.')
    const message = `Remove ${name}? To host it again, add it as a new machine.`
    const answer = await ctx.host.prompts.confirm({ message })
    if (answer === 'no') throw new CancelledError('Aborted. Nothing was removed.')
  }
  await ctx.client.machines.remove({ params: { id }, signal: ctx.signal })
  await ctx.output.result({}, () => `Removed ${name}.`)
}
