import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { instanceName } from './wait-for-instance.ts'

export function addRename(program: Command, open: Open): void {
  program
    .command('rename')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .argument('<label>', 'new label')
    .summary('change the label of an instance')
    .description('Change the label of an instance. Labels are unique within an account.')
    .addHelpText('after', examples('rename trial production'))
    .action((wanted: string, label: string, _options: object, command: Command) =>
      renameInstance(open(command), wanted, label),
    )
}

async function renameInstance(ctx: Ctx, wanted: string, label: string): Promise<void> {
  const { id } = await findInstance(ctx, wanted)
  const body = { label }
  const changed = await ctx.client.instances.change({ params: { id }, body, signal: ctx.signal })
  await ctx.output.result(changed, () => `Renamed to ${instanceName(changed)}.`)
}
