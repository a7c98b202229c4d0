import type { SshKey } from '@gridloom/contract/keys/ssh-key'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../../ctx.ts'
import { examples } from '../../../help.ts'
import { formatTime, shortId } from '../../../output/format.ts'
import { type ListColumn, printList } from '../../../output/print-list.ts'

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
  await printList(ctx, keys, {
    empty: 'No SSH keys. Add one: gridloom ssh-keys add ~/.ssh/id_ed25519.pub',
    columns,
  })
}

const columns: readonly ListColumn<SshKey>[] = [
  { title: 'KEY', cell: ({ id }) => ({ text: shortId(id), tone: 'strong' }) },
  { title: 'NAME', cutTo: 12, cell: ({ name }) => name },
  { title: 'TYPE', dropRank: 2, cell: ({ type }) => type },
  { title: 'BITS', align: 'right', dropRank: 3, cell: ({ bits }) => String(bits) },
  { title: 'FINGERPRINT', cell: ({ fingerprint }) => fingerprint },
  { title: 'ADDED', dropRank: 1, cell: ({ created_at: at }) => formatTime(at) },
]
