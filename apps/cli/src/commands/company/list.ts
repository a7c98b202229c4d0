import type { Company } from '@gridloom/contract/companies/company'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime, shortId } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'

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
  await ctx.output.result(companies, (draw) =>
    companies.length === 0
      ? 'You are not a member of any company. Create one: gridloom company create NAME'
      : companyTable(draw, companies, who.acting_for?.company_id),
  )
}

function companyTable(
  draw: Draw,
  companies: readonly Company[],
  workedFor: string | undefined,
): string {
  return draw.table(
    [
      { title: 'ID' },
      { title: 'NAME', cutTo: 12 },
      { title: 'ROLE' },
      { title: 'MEMBERS', align: 'right' },
      { title: 'SINCE', dropRank: 1 },
      { title: '' },
    ],
    companies.map((company) => [
      shortId(company.id),
      company.name,
      company.role,
      String(company.members),
      formatTime(company.created_at),
      company.id === workedFor ? '*' : '',
    ]),
  )
}
