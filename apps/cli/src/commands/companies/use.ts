import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findCompany } from '../../resolve/find-company.ts'
import { keepToken } from '../shared/sign-in.ts'

export function addUse(company: Command, open: Open): void {
  company
    .command('use')
    .argument('[company]', 'name, ID, or start or end of an ID')
    .summary('switch to a company or to your personal account')
    .description(
      'Switch to a company: you rent, host and view on its behalf. Use --self to switch back to your personal account.',
    )
    .option('--self', 'switch to your personal account')
    .addHelpText('after', examples('company use acme', 'company use --self'))
    .action((wanted: string | undefined, options: { self?: true }, command: Command) =>
      use(open(command), wanted, options.self === true ? 'self' : 'company'),
    )
}

async function use(ctx: Ctx, wanted: string | undefined, whom: 'self' | 'company'): Promise<void> {
  if ((wanted === undefined) !== (whom === 'self'))
    throw new UsageError('Specify a company or --self: gridloom company use NAME')
  const company = wanted === undefined ? null : await findCompany(ctx, wanted)
  const { token } = await ctx.client.auth.actAs({
    body: { company_id: company?.id ?? null },
    signal: ctx.signal,
  })
  const who = await keepToken(ctx, token)
  await ctx.output.result(
    who,
    () => `Switched to ${who.active_company?.name ?? `your personal account, ${who.email}`}.`,
  )
}
