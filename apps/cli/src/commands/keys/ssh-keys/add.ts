import type { Command } from 'commander'
import type { Ctx, Open } from '../../../ctx.ts'
import { UsageError } from '../../../errors.ts'
import { examples } from '../../../help.ts'
import { readTextFile } from '../../shared/read-text-file.ts'

interface AddOptions {
  name?: string
}

export function addAddSshKey(keys: Command, open: Open): void {
  keys
    .command('add')
    .argument('<file>', '.pub file, or - for standard input')
    .summary('add an SSH key')
    .description('Add a public SSH key. Adding the same key again renames it.')
    .option('--name <name>', "name (default: the key's comment)")
    .addHelpText(
      'after',
      examples('ssh-keys add ~/.ssh/id_ed25519.pub', 'ssh-keys add - --name laptop < key.pub'),
    )
    .action((file: string, options: AddOptions, command: Command) =>
      addSshKey(open(command), file, options),
    )
}

async function addSshKey(ctx: Ctx, file: string, { name }: AddOptions): Promise<void> {
  const text = await readTextFile(ctx, file)
  // A private key must not leave this machine.
  if (/PRIVATE KEY/.test(text))
    throw new UsageError('This is a private key. Use the matching .pub file.')
  const body = { ssh_key: text, ...(name === undefined ? {} : { name }) }
  const key = await ctx.client.keys.addSshKey({ body, signal: ctx.signal })
  await ctx.output.result(key, () => `Added ${key.name}: ${key.fingerprint}`)
}
