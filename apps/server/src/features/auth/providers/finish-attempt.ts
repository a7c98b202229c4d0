import type { LoginProblem } from '@gridloom/contract/auth/login-provider'
import { transact } from '../../../platform/database/transact.ts'
import type { Redirect } from '../../../platform/http/routes.ts'
import { hashSecret } from '../../../platform/ids.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import type { LoginProvider, ProviderIdentity } from '../sign-in-methods/provider.ts'
import { type Attempt, type Purpose, takeAttempt } from './attempts-store.ts'
import { providerOf } from './begin-attempt.ts'
import { confirmIdentity } from './confirm-identity.ts'
import { connectIdentity } from './connect-identity.ts'
import { withoutCookie } from './cookies.ts'
import { pageAddress } from './leads-to.ts'
import { problemIn } from './problem-in.ts'
import { signInAs } from './sign-in-as.ts'

interface ProviderAnswer {
  provider: string
  /** The query of the callback, as the provider set it. */
  query: Readonly<Record<string, unknown>>
  /** The cookie that binds the attempt to this browser. */
  cookie: string | undefined
}

/**
 * Handles a provider's answer and redirects the browser: to /verify, or to /account when connecting a provider. The
 * attempt is taken before the provider is called, so that of two concurrent answers one succeeds and the other
 * redirects with `state_wrong`; otherwise each would invalidate the other's authorisation code.
 * @throws Refused `not_found` when the provider is not configured
 */
export async function finishAttempt(
  ctx: SignInMethodsCtx,
  answer: ProviderAnswer,
): Promise<Redirect> {
  const provider = providerOf(ctx, answer.provider)
  const attempt = await attemptOf(ctx, answer)
  if (attempt === undefined)
    return redirectTo(ctx, pageAddress(ctx.publicUrl, 'verify', { problem: 'state_wrong' }))
  const outcome = { provider, purpose: attempt.purpose }
  try {
    const identity = await provider.identify(paramsOf(answer.query), attempt)
    return await settle(ctx, { ...outcome, identity })
  } catch (error) {
    return failed(ctx, outcome, problemIn(ctx, provider.id, error))
  }
}

/** The attempt that this browser began at this provider and that this answer belongs to, or `undefined`. */
async function attemptOf(
  ctx: SignInMethodsCtx,
  { provider, query, cookie }: ProviderAnswer,
): Promise<Attempt | undefined> {
  if (cookie === undefined) return undefined
  const state = hashSecret(cookie)
  if (query.state !== state) return undefined
  const now = ctx.clock.now()
  // Not through the context, which would write an audit event before the user is known.
  return transact(ctx.db, (tx) => takeAttempt(tx, { state, provider, now }))
}

interface ProviderOutcome {
  provider: LoginProvider
  purpose: Purpose
  identity: ProviderIdentity
}

async function settle(ctx: SignInMethodsCtx, outcome: ProviderOutcome): Promise<Redirect> {
  const { provider, purpose, identity } = outcome
  const { publicUrl } = ctx
  return ctx.transact(async (tx) => {
    if (purpose.kind === 'sign-in') {
      const entered = await signInAs(ctx, tx, { provider, identity })
      return 'problem' in entered
        ? failed(ctx, outcome, entered.problem)
        : redirectTo(
            ctx,
            pageAddress(publicUrl, 'verify', { provider: provider.id }),
            entered.cookie,
          )
    }
    const { kind, sessionId } = purpose
    const returned = { provider, identity, sessionId }
    const take = kind === 'connect' ? connectIdentity : confirmIdentity
    const problem = await take(ctx, tx, returned)
    if (problem !== undefined) return failed(ctx, outcome, problem)
    return kind === 'connect'
      ? redirectTo(ctx, pageAddress(publicUrl, 'account', { connected: provider.id }))
      : redirectTo(ctx, pageAddress(publicUrl, 'verify', { confirmed: provider.id }))
  })
}

function failed(
  ctx: SignInMethodsCtx,
  { provider, purpose }: Pick<ProviderOutcome, 'provider' | 'purpose'>,
  problem: LoginProblem,
): Redirect {
  const page = purpose.kind === 'connect' ? 'account' : 'verify'
  const params = purpose.kind === 'confirm' ? { confirming: provider.id, problem } : { problem }
  return redirectTo(ctx, pageAddress(ctx.publicUrl, page, params))
}

/** Redirects and deletes the attempt's cookie, which is no longer needed. */
function redirectTo(
  { publicUrl }: SignInMethodsCtx,
  location: string,
  ...cookies: string[]
): Redirect {
  return { location, cookies: [withoutCookie(publicUrl, 'attempt'), ...cookies] }
}

/** The original query: a repeated parameter stays repeated, so that the client rejects it (RFC 6749, 3.1). */
function paramsOf(query: ProviderAnswer['query']): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  )
  return new URLSearchParams(pairs)
}
