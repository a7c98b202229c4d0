import type { LoginProblem } from '@gridloom/contract/auth/login-provider'
import { transact } from '../../../platform/database/transact.ts'
import type { Redirect } from '../../../platform/http/routes.ts'
import { hashSecret } from '../../../platform/ids.ts'
import type { WaysInCtx } from '../ways-in/ctx.ts'
import type { LoginProvider, ProviderIdentity } from '../ways-in/provider.ts'
import { type Attempt, type Purpose, takeAttempt } from './attempts-store.ts'
import { providerOf } from './begin-attempt.ts'
import { confirmIdentity } from './confirm-identity.ts'
import { connectIdentity } from './connect-identity.ts'
import { withoutCookie } from './cookies.ts'
import { leadsTo } from './leads-to.ts'
import { problemIn } from './problem-in.ts'
import { signInAs } from './sign-in-as.ts'

interface Answered {
  provider: string
  /** As the provider sent it, by way of the browser. */
  query: Readonly<Record<string, unknown>>
  /** What binds the attempt to this browser. */
  cookie: string | undefined
}

/**
 * Takes a provider's answer and sends the browser on: to /verify, or to /account where the provider was to be
 * connected. An attempt is taken before the provider is asked: of two answers for it one counts, and the other leads
 * to `state_wrong`; were both to ask, the code of each would spoil the other's.
 * @throws Refused `not_found` when the provider is not configured
 */
export async function finishAttempt(ctx: WaysInCtx, answered: Answered): Promise<Redirect> {
  const provider = providerOf(ctx, answered.provider)
  const attempt = await attemptOf(ctx, answered)
  if (attempt === undefined)
    return led(ctx, leadsTo(ctx.publicUrl, 'verify', { problem: 'state_wrong' }))
  const settling = { provider, purpose: attempt.purpose }
  try {
    const identity = await provider.identify(paramsOf(answered.query), attempt)
    return await settle(ctx, { ...settling, identity })
  } catch (error) {
    return failed(ctx, settling, problemIn(ctx, provider.id, error))
  }
}

/** The attempt that this browser began at this provider and that this is the answer to, or `undefined`. */
async function attemptOf(
  ctx: WaysInCtx,
  { provider, query, cookie }: Answered,
): Promise<Attempt | undefined> {
  if (cookie === undefined) return undefined
  const state = hashSecret(cookie)
  if (query.state !== state) return undefined
  const now = ctx.clock.now()
  // Not by the context: taking it is no act of a person, and the audit log waits for who they are.
  return transact(ctx.db, (tx) => takeAttempt(tx, { state, provider, now }))
}

interface Settling {
  provider: LoginProvider
  purpose: Purpose
  identity: ProviderIdentity
}

async function settle(ctx: WaysInCtx, settling: Settling): Promise<Redirect> {
  const { provider, purpose, identity } = settling
  const { publicUrl } = ctx
  return ctx.transact(async (tx) => {
    if (purpose.kind === 'sign-in') {
      const entered = await signInAs(ctx, tx, { provider, identity })
      return 'problem' in entered
        ? failed(ctx, settling, entered.problem)
        : led(ctx, leadsTo(publicUrl, 'verify', { provider: provider.id }), entered.cookie)
    }
    const { kind, sessionId } = purpose
    const came = { provider, identity, sessionId }
    const take = kind === 'connect' ? connectIdentity : confirmIdentity
    const problem = await take(ctx, tx, came)
    if (problem !== undefined) return failed(ctx, settling, problem)
    return kind === 'connect'
      ? led(ctx, leadsTo(publicUrl, 'account', { connected: provider.id }))
      : led(ctx, leadsTo(publicUrl, 'verify', { confirmed: provider.id }))
  })
}

function failed(
  ctx: WaysInCtx,
  { provider, purpose }: Pick<Settling, 'provider' | 'purpose'>,
  problem: LoginProblem,
): Redirect {
  const page = purpose.kind === 'connect' ? 'account' : 'verify'
  const told = purpose.kind === 'confirm' ? { confirming: provider.id, problem } : { problem }
  return led(ctx, leadsTo(ctx.publicUrl, page, told))
}

/** The attempt's cookie has done its work either way. */
function led({ publicUrl }: WaysInCtx, location: string, ...cookies: string[]): Redirect {
  return { location, cookies: [withoutCookie(publicUrl, 'attempt'), ...cookies] }
}

/** The query as it came: a parameter that was there twice still is, for the client to refuse (RFC 6749, 3.1). */
function paramsOf(query: Answered['query']): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  )
  return new URLSearchParams(pairs)
}
