import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findCompany } from '../../resolve/find-company.ts'
import { keepToken } from '../sign-in.ts'

export function addUse(company: Command, open: Open): void {
  company
    .command('use')
    .argument('[company]', 'name, id, or the end or beginning of an id')
    .summary('work for a company, or for yourself')
    .description(
      'Work for a company from now on: what you rent, host and see is its own. --self ends that.',
    )
    .option('--self', 'work for yourself again')
    .addHelpText('after', examples('company use acme', 'company use --self'))
    .action((wanted: string | undefined, options: { self?: true }, command: Command) =>
      use(open(command), wanted, options.self === true ? 'self' : 'company'),
    )
}

async function use(ctx: Ctx, wanted: string | undefined, whom: 'self' | 'company'): Promise<void> {
  if ((wanted === undefined) !== (whom === 'self'))
    throw new UsageError('Name a company, or give --self: gridloom company use NAME')
  const company = wanted === undefined ? null : await findCompany(ctx, wanted)
  const { token } = await ctx.client.auth.actAs({
    body: { company_id: company?.id ?? null },
    signal: ctx.signal,
  })
  const who = await keepToken(ctx, token)
  await ctx.output.result(
    who,
    () => `You work for ${who.acting_for?.name ?? `yourself, ${who.email},`} now.`,
  )
}
