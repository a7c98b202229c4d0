import { ApiError } from '@gridloom/client/api-error'
import { apiKeyPrefix } from '@gridloom/contract/core/constants'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { askWho, keepToken, type WhoOptions, welcome } from '../shared/sign-in.ts'
import { solveCaptcha } from './solve-captcha.ts'

interface LoginOptions extends WhoOptions {
  token?: string
  key?: string
}

export function addLogin(program: Command, open: Open): void {
  program
    .command('login')
    .summary('sign in')
    .description('Sign in. The token is stored in a file that only you can read.')
    .option('--email <address>', 'skip the prompt')
    .option('--password-stdin', 'read the password from standard input')
    .option('--token <token>', 'sign in with a token from the browser')
    .option('--key <key>', 'sign in with an API key (or set GRIDLOOM_TOKEN for a single command)')
    .addHelpText(
      'after',
      examples(
        'login',
        'login --server https://cloud.example.com',
        'login --email ada@example.com --password-stdin < password.txt',
      ),
    )
    .action((options: LoginOptions, command: Command) => login(open(command), options))
}

async function login(ctx: Ctx, options: LoginOptions): Promise<void> {
  if (options.key !== undefined) return loginWithKey(ctx, options.key)
  const token = options.token ?? (await tokenForPassword(ctx, options))
  const who = await keepToken(ctx, token)
  await ctx.output.result(who, () => welcome(who, ctx.serverUrl))
}

/** A key may lack the scope to read its account: `scope_missing` still proves that it is valid. */
async function loginWithKey(ctx: Ctx, key: string): Promise<void> {
  if (!key.startsWith(apiKeyPrefix))
    throw new UsageError(`API keys start with ${apiKeyPrefix}. Create one: gridloom keys create`)
  const done = `Signed in to ${ctx.serverUrl} with an API key.`
  try {
    const who = await keepToken(ctx, key)
    await ctx.output.result(who, () => `${done} Context: ${who.active_company?.name ?? who.email}.`)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'scope_missing') throw error
    ctx.credentials.tokensOf(ctx.serverUrl).write(key)
    await ctx.output.result({}, () => done)
  }
}

async function tokenForPassword(ctx: Ctx, options: LoginOptions): Promise<string> {
  const { email, password } = await askWho(ctx, options)
  const answer = await solveCaptcha(ctx, 'login')
  const body = { email, password, 'cf-turnstile-response': answer }
  const { token } = await ctx.client.auth.login({ body, signal: ctx.signal })
  return token
}
