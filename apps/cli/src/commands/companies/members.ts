import type { CompanyOverview } from '@gridloom/contract/companies/company'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'
import { companyMeant } from '../../resolve/find-company.ts'

export function addMembers(company: Command, open: Open): void {
  company
    .command('members')
    .summary('list members and pending invitations')
    .description(
      'List the members of a company, what each spent this month, and pending invitations.',
    )
    .option('--company <company>', 'company (default: the active one, or your only one)')
    .addHelpText('after', examples('company members', 'company members --company acme --json'))
    .action((options: { company?: string }, command: Command) =>
      showMembers(open(command), options.company),
    )
}

async function showMembers(ctx: Ctx, wanted: string | undefined): Promise<void> {
  const { id } = await companyMeant(ctx, wanted)
  const overview = await ctx.client.companies.read({ params: { id }, signal: ctx.signal })
  await ctx.output.result(overview, (draw) => membersText(draw, overview))
}

function membersText(draw: Draw, { member_list, invitations }: CompanyOverview): string {
  const table = draw.table(
    [
      { title: 'EMAIL', cutTo: 16 },
      { title: 'NAME', dropRank: 1 },
      { title: 'ROLE' },
      { title: 'THIS MONTH', align: 'right' },
      { title: 'JOINED', dropRank: 2 },
    ],
    member_list.map((member) => [
      member.email,
      member.name ?? member.username,
      member.role,
      member.spent_this_month_micro_usd === null
        ? '–'
        : formatUsd(member.spent_this_month_micro_usd),
      formatTime(member.joined_at),
    ]),
  )
  const waiting = invitations.map(
    ({ email, role, expires_at }) =>
      `${email}: invited as ${role}, expires ${formatTime(expires_at)}.`,
  )
  return [table, ...waiting].join('\n')
}
