import type { Company } from '@gridloom/contract/companies/company'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime, shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'

export function addList(company: Command, open: Open): void {
  company
    .command('list')
    .summary('list your companies')
    .description('List your companies. An asterisk marks the active one.')
    .addHelpText('after', examples('company list', 'company list --json'))
    .action((_options: object, command: Command) => showCompanies(open(command)))
}

export async function showCompanies(ctx: Ctx): Promise<void> {
  const [companies, who] = await Promise.all([
    ctx.client.companies.list({ signal: ctx.signal }),
    ctx.client.accounts.details({ signal: ctx.signal }),
  ])
  const activeId = who.active_company?.company_id
  await printList(ctx, companies, {
    empty: 'You are not a member of any company. Create one: gridloom company create NAME',
    columns: [...columns, { title: '', cell: ({ id }) => (id === activeId ? '*' : '') }],
  })
}

const columns: readonly ListColumn<Company>[] = [
  { title: 'ID', cell: ({ id }) => shortId(id) },
  { title: 'NAME', cutTo: 12, cell: ({ name }) => name },
  { title: 'ROLE', cell: ({ role }) => role },
  { title: 'MEMBERS', align: 'right', cell: ({ members }) => String(members) },
  { title: 'SINCE', dropRank: 1, cell: ({ created_at: at }) => formatTime(at) },
]
