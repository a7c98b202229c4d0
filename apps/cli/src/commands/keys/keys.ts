import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addCreateKey } from './create.ts'
import { addListKeys } from './list.ts'
import { addRevokeKey } from './revoke.ts'

/** Adds `keys`: API keys for scripts and other machines. */
export function addKeys(program: Command, open: Open): void {
  const keys = program
    .command('keys')
    .summary('manage API keys')
    .description('Manage API keys. Scripts and other computers use them through GRIDLOOM_TOKEN.')
    .addHelpText(
      'after',
      examples(
        'keys list',
        'keys create "build machine" --scope market:read --scope instances:write --budget 20',
        'keys revoke "build machine"',
      ),
    )
  addListKeys(keys, open)
  addCreateKey(keys, open)
  addRevokeKey(keys, open)
}
