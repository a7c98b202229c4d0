import { ApiError } from '@gridloom/client/api-error'
import { apiKeyPrefix } from '@gridloom/contract/core/constants'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'

export function addLogout(program: Command, open: Open): void {
  program
    .command('logout')
    .summary('sign out')
    .description('Sign out: end the session here and on the server.')
    .addHelpText('after', examples('logout'))
    .action((_options: object, command: Command) => logout(open(command)))
}

async function logout(ctx: Ctx): Promise<void> {
  const tokens = ctx.credentials.tokensOf(ctx.serverUrl)
  const token = tokens.read()
  const isKey = token?.startsWith(apiKeyPrefix) === true
  if (token !== undefined && !isKey) await endOnServer(ctx)
  tokens.clear()
  if (isKey) ctx.output.note('The API key remains valid until it is revoked.')
  await ctx.output.result({}, () => `Signed out of ${ctx.serverUrl}.`)
}

async function endOnServer(ctx: Ctx): Promise<void> {
  try {
    await ctx.client.auth.logout({ signal: ctx.signal })
  } catch (error) {
    // A session that has already ended is fine.
    if (!(error instanceof ApiError) || error.status !== 401) throw error
  }
}
