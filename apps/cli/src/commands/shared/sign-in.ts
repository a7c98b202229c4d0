import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import type { Ctx } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'

export interface WhoOptions {
  email?: string
  passwordStdin?: boolean
}

/** Email and password, from the options or asked of the user. */
export async function askWho(ctx: Ctx, options: WhoOptions) {
  if (!ctx.host.interactive && !(options.email && options.passwordStdin)) {
    throw new UsageError('Without a terminal, use --email ADDRESS and --password-stdin.')
  }
  const email = options.email ?? (await ctx.host.prompts.text({ message: 'Email' }))
  const password = options.passwordStdin
    ? (await ctx.host.readStdin()).replace(/\r?\n$/, '')
    : await ctx.host.prompts.secret({ message: 'Password' })
  return { email, password }
}

/** Stores the token and returns the user who is now signed in. */
export async function keepToken(ctx: Ctx, token: string): Promise<UserDetails> {
  const tokens = ctx.credentials.tokensOf(ctx.serverUrl)
  const before = tokens.read()
  tokens.write(token)
  try {
    return await ctx.client.accounts.details({ signal: ctx.signal })
  } catch (error) {
    if (before !== undefined) tokens.write(before)
    throw error
  }
}

/** Describes the signed-in user, and what is still missing. */
export function welcome(who: UserDetails, serverUrl: string): string {
  const first = `Signed in to ${serverUrl} as ${who.email}.`
  if (!who.email_verified)
    return `${first}\nWe sent a code to your email. Verify it with "gridloom register --otp CODE".`
  if (who.has_entered_referral_code) return first
  return `${first}\nTo unlock the beta, enter your access code with "gridloom access CODE".`
}
