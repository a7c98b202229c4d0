import type { Command } from 'commander'
import type { Ctx, Open } from '../ctx.ts'
import { examples } from '../help.ts'
import { solveCaptcha } from '../solve-captcha.ts'
import { askWho, keepToken, type WhoOptions, welcome } from './sign-in.ts'

interface LoginOptions extends WhoOptions {
  token?: string
}

export function addLogin(program: Command, open: Open): void {
  program
    .command('login')
    .summary('sign in')
    .description('Sign in. The token is kept in a file that only you can read.')
    .option('--email <address>', 'instead of being asked')
    .option('--password-stdin', 'read the password from standard input')
    .option('--token <token>', 'use a token from the browser instead of a password')
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
  const token = options.token ?? (await tokenForPassword(ctx, options))
  const who = await keepToken(ctx, token)
  await ctx.output.result(who, () => welcome(who, ctx.serverUrl))
}

async function tokenForPassword(ctx: Ctx, options: LoginOptions): Promise<string> {
  const { email, password } = await askWho(ctx, options)
  const answer = await solveCaptcha(ctx, 'login')
  const body = { email, password, 'cf-turnstile-response': answer }
  const { token } = await ctx.client.identity.login({ body, signal: ctx.signal })
  return token
}
