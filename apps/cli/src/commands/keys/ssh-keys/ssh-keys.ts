import type { Command } from 'commander'
import type { Open } from '../../../ctx.ts'
import { examples } from '../../../help.ts'
import { addAddSshKey } from './add.ts'
import { addListSshKeys } from './list.ts'
import { addRemoveSshKey } from './remove.ts'

/** Adds `ssh-keys`: public keys that sign in as root to instances whose image runs sshd. */
export function addSshKeys(program: Command, open: Open): void {
  const keys = program
    .command('ssh-keys')
    .summary('manage public SSH keys')
    .description(
      'Manage your public SSH keys. They are added to /root/.ssh/authorized_keys of your instances and updated within seconds.',
    )
    .addHelpText(
      'after',
      examples('ssh-keys list', 'ssh-keys add ~/.ssh/id_ed25519.pub', 'ssh-keys remove laptop'),
    )
  addListSshKeys(keys, open)
  addAddSshKey(keys, open)
  addRemoveSshKey(keys, open)
}
