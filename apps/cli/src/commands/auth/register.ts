import { ApiError } from '@gridloom/client/api-error'
import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { askWho, keepToken, type WhoOptions, welcome } from '../shared/sign-in.ts'
import { solveCaptcha } from './solve-captcha.ts'

interface RegisterOptions extends WhoOptions {
  code?: string
  otp?: string
}

/** A code allows five attempts; after three typos the user should check the email again. */
const triesMax = 3

export function addRegister(program: Command, open: Open): void {
  program
    .command('register')
    .summary('create an account and sign in')
    .description(
      'Create an account and sign in. You are prompted for the one-time code sent to your email;\n' +
        'without a terminal, finish with --otp.',
    )
    .option('--email <address>', 'skip the prompt')
    .option('--password-stdin', 'read the password from standard input')
    .option('--code <code>', 'access code to apply immediately')
    .option('--otp <digits>', 'code from the email, to finish an earlier registration')
    .addHelpText(
      'after',
      examples('register', 'register --code BETA-1234', 'register --otp 123456'),
    )
    .action((options: RegisterOptions, command: Command) => register(open(command), options))
}

async function register(ctx: Ctx, options: RegisterOptions): Promise<void> {
  const begun = options.otp === undefined ? await begin(ctx, options) : await whoIsIt(ctx)
  const who = await verified(ctx, begun, options.otp)
  await ctx.output.result(who, () => welcome(who, ctx.serverUrl))
}

async function begin(ctx: Ctx, options: RegisterOptions): Promise<UserDetails> {
  const { email, password } = await askWho(ctx, options)
  const answer = await solveCaptcha(ctx, 'register')
  const body = {
    email,
    password,
    'cf-turnstile-response': answer,
    ...(options.code === undefined ? {} : { referral_code: options.code }),
  }
  const { token } = await ctx.client.auth.register({ body, signal: ctx.signal })
  return keepToken(ctx, token)
}

function whoIsIt(ctx: Ctx): Promise<UserDetails> {
  return ctx.client.accounts.details({ signal: ctx.signal })
}

/** The account with its address verified, if there is a code or a user to ask for it. */
async function verified(ctx: Ctx, who: UserDetails, otp: string | undefined): Promise<UserDetails> {
  if (who.email_verified) return who
  if (otp !== undefined) return redeem(ctx, who.email, otp)
  if (!ctx.host.interactive) return who
  for (let tryNumber = 1; ; tryNumber++) {
    const typed = await ctx.host.prompts.text({ message: `Code sent to ${who.email}` })
    try {
      return await redeem(ctx, who.email, typed)
    } catch (error) {
      if (!isWrongCode(error) || tryNumber === triesMax) throw error
      ctx.output.note(error.message)
    }
  }
}

async function redeem(ctx: Ctx, email: string, typed: string): Promise<UserDetails> {
  const body = { email, otp: typed.trim() }
  const { token } = await ctx.client.auth.verifyOtp({ body, signal: ctx.signal })
  return keepToken(ctx, token)
}

function isWrongCode(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'code_wrong'
}
