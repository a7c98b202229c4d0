import { CompanyRole } from '@gridloom/contract/companies/company-role'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { oneOf } from '../../input/parse-values.ts'
import { companyMeant } from '../../resolve/find-company.ts'

interface InviteOptions {
  role: CompanyRole
  company?: string
}

export function addInvite(company: Command, open: Open): void {
  company
    .command('invite')
    .argument('<email>', 'email address to invite')
    .summary('invite a member by email')
    .description('Invite a member by email. The invitation expires after 14 days.')
    .option(
      '--role <role>',
      'owner, admin or member',
      oneOf('--role', CompanyRole.options),
      'member',
    )
    .option('--company <company>', 'company (default: the active one, or your only one)')
    .addHelpText(
      'after',
      examples(
        'company invite grace@example.com',
        'company invite grace@example.com --role admin --company acme',
      ),
    )
    .action((email: string, options: InviteOptions, command: Command) =>
      invite(open(command), email, options),
    )
}

async function invite(ctx: Ctx, email: string, options: InviteOptions): Promise<void> {
  const { id } = await companyMeant(ctx, options.company)
  const invitation = await ctx.client.companies.invite({
    params: { id },
    body: { email, role: options.role },
    signal: ctx.signal,
  })
  await ctx.output.result(
    invitation,
    () => `Invited ${invitation.email} to ${invitation.company_name} as ${invitation.role}.`,
  )
}
