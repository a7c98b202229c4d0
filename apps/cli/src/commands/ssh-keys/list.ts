import type { SshKey } from '@gridloom/contract/keys/ssh-key'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime, shortId } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'

export function addListSshKeys(keys: Command, open: Open): void {
  keys
    .command('list')
    .summary('list your SSH keys')
    .description('List your public SSH keys, newest first. Times are UTC.')
    .addHelpText('after', examples('ssh-keys list', 'ssh-keys list --json'))
    .action((_options: object, command: Command) => listSshKeys(open(command)))
}

async function listSshKeys(ctx: Ctx): Promise<void> {
  const keys = await ctx.client.keys.sshKeys({ signal: ctx.signal })
  await ctx.output.result(keys, (draw) =>
    keys.length === 0
      ? 'No SSH keys. Add one: gridloom ssh-keys add ~/.ssh/id_ed25519.pub'
      : sshKeyTable(draw, keys),
  )
}

function sshKeyTable(draw: Draw, keys: readonly SshKey[]): string {
  return draw.table(
    [
      { title: 'KEY' },
      { title: 'NAME', cutTo: 12 },
      { title: 'TYPE', dropRank: 2 },
      { title: 'BITS', align: 'right', dropRank: 3 },
      { title: 'FINGERPRINT' },
      { title: 'ADDED', dropRank: 1 },
    ],
    keys.map((key) => [
      { text: shortId(key.id), tone: 'strong' },
      key.name,
      key.type,
      String(key.bits),
      key.fingerprint,
      formatTime(key.created_at),
    ]),
  )
}
