import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addAccountAudit } from '../audit/account-audit.ts'
import { addClose } from '../privacy/close.ts'
import { addExport } from '../privacy/export.ts'

/** Adds `account`: commands to view, export and delete the account's data. */
export function addAccount(program: Command, open: Open): void {
  const account = program
    .command('account')
    .summary('your account data')
    .description('Your account data: view activity, export everything, or delete the account.')
    .addHelpText('after', examples('account audit', 'account export > everything.json'))
  addAccountAudit(account, open)
  addExport(account, open)
  addClose(account, open)
}
