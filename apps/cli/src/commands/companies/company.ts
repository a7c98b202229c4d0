import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addCreate } from './create.ts'
import { addInvite } from './invite.ts'
import { addList, showCompanies } from './list.ts'
import { addMembers } from './members.ts'
import { addSpend } from './spend.ts'
import { addUse } from './use.ts'

/** Adds `company`; without a subcommand it lists the companies. */
export function addCompany(program: Command, open: Open): void {
  const company = program
    .command('company')
    .summary('manage companies, members and spending')
    .description('Manage your companies. Without a subcommand, lists them.')
    .addHelpText(
      'after',
      examples(
        'company create Acme',
        'company invite grace@example.com --role admin',
        'company use acme',
        'company use --self',
        'company spend --days 7',
      ),
    )
    .action((_options: object, command: Command) => showCompanies(open(command)))
  addList(company, open)
  addCreate(company, open)
  addInvite(company, open)
  addMembers(company, open)
  addUse(company, open)
  addSpend(company, open)
}
