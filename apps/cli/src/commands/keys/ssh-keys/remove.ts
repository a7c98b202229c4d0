import type { Command } from 'commander'
import type { Ctx, Open } from '../../../ctx.ts'
import { examples } from '../../../help.ts'
import { chooseOne } from '../../../resolve/choose-one.ts'

export function addRemoveSshKey(keys: Command, open: Open): void {
  keys
    .command('remove')
    .argument('<key>', 'name, ID, or start or end of an ID')
    .summary('remove an SSH key')
    .description(
      'Remove a public SSH key. It is removed from your connected instances within seconds; open connections stay open.',
    )
    .addHelpText('after', examples('ssh-keys remove laptop'))
    .action((key: string, _options: object, command: Command) => removeSshKey(open(command), key))
}

async function removeSshKey(ctx: Ctx, wanted: string): Promise<void> {
  const keys = await ctx.client.keys.sshKeys({ signal: ctx.signal })
  const { id, name } = chooseOne(keys, wanted, 'SSH key')
  await ctx.client.keys.removeSshKey({ params: { id }, signal: ctx.signal })
  await ctx.output.result({}, () => `Removed ${name}.`)
}
