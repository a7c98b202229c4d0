import type { Command } from 'commander'
import type { Ctx, Open } from '../ctx.ts'
import { examples } from '../help.ts'
import { solveCaptcha } from '../solve-captcha.ts'
import { askWho, keepToken, type WhoOptions, welcome } from './sign-in.ts'

interface RegisterOptions extends WhoOptions {
  code?: string
}

export function addRegister(program: Command, open: Open): void {
  program
    .command('register')
    .summary('make an account and sign in')
    .description('Make an account and sign in.')
    .option('--email <address>', 'instead of being asked')
    .option('--password-stdin', 'read the password from standard input')
    .option('--code <code>', 'an access code, entered right away')
    .addHelpText('after', examples('register', 'register --code BETA-1234'))
    .action((options: RegisterOptions, command: Command) => register(open(command), options))
}

async function register(ctx: Ctx, options: RegisterOptions): Promise<void> {
  const { email, password } = await askWho(ctx, options)
  const answer = await solveCaptcha(ctx, 'register')
  const body = {
    email,
    password,
    'cf-turnstile-response': answer,
    ...(options.code === undefined ? {} : { referral_code: options.code }),
  }
  const { token } = await ctx.client.identity.register({ body, signal: ctx.signal })
  const who = await keepToken(ctx, token)
  await ctx.output.result(who, () => welcome(who, ctx.serverUrl))
}
