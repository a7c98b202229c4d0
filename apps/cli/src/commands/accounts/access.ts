import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { keepToken } from '../shared/sign-in.ts'

export function addAccess(program: Command, open: Open): void {
  program
    .command('access')
    .argument('<code>', 'access code')
    .summary('unlock the beta with an access code')
    .description('Unlock the beta for your account with an access code.')
    .addHelpText('after', examples('access BETA-1234'))
    .action((code: string, _options: object, command: Command) => access(open(command), code))
}

async function access(ctx: Ctx, code: string): Promise<void> {
  const body = { referral_code: code }
  const { token } = await ctx.client.accounts.enterAccessCode({ body, signal: ctx.signal })
  const who = await keepToken(ctx, token)
  await ctx.output.result(who, () => `Access granted for ${who.email}.`)
}
