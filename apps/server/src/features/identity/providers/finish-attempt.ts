import type { LoginProblem } from '@gridloom/contract/identity'
import { transact } from '../../../platform/database/connect.ts'
import type { Redirect } from '../../../platform/http/routes.ts'
import { hashSecret } from '../../../platform/ids.ts'
import type { WaysInCtx } from '../ways-in/ctx.ts'
import { type Attempt, takeAttempt } from './attempts-store.ts'
import { providerOf } from './begin-attempt.ts'
import { connectIdentity } from './connect-identity.ts'
import { withoutCookie } from './cookies.ts'
import { leadsTo } from './leads-to.ts'
import { problemIn } from './problem-in.ts'
import type { LoginProvider, ProviderIdentity } from './provider.ts'
import { signInAs } from './sign-in-as.ts'

interface Answered {
  provider: string
  /** As the provider sent it, by way of the browser. */
  query: Readonly<Record<string, unknown>>
  /** What binds the attempt to this browser. */
  cookie: string | undefined
}

/**
 * Takes a provider's answer and sends the browser on: to /verify after a sign-in, to /account where the provider was
 * to be connected. An attempt is taken before the provider is asked: of two answers for it one counts, and the other
 * leads to `state_wrong`; were both to ask, the code of each would spoil the other's. @throws Refused `not_found` when the provider is not configured
 */
export async function finishAttempt(ctx: WaysInCtx, answered: Answered): Promise<Redirect> {
  const provider = providerOf(ctx, answered.provider)
  const attempt = await attemptOf(ctx, answered)
  if (attempt === undefined) return failed(ctx, 'verify', 'state_wrong')
  const page = attempt.sessionId === null ? 'verify' : 'account'
  try {
    const identity = await provider.identify(paramsOf(answered.query), attempt)
    return await settle(ctx, { provider, attempt, identity })
  } catch (error) {
    const problem = problemIn(ctx, provider.id, error)
    return failed(ctx, page, problem)
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
  attempt: Attempt
  identity: ProviderIdentity
}

async function settle(
  ctx: WaysInCtx,
  { provider, attempt, identity }: Settling,
): Promise<Redirect> {
  const { sessionId } = attempt
  const came = { provider, identity }
  return ctx.transact(async (tx) => {
    const page = sessionId === null ? 'verify' : 'account'
    if (sessionId === null) {
      const entered = await signInAs(ctx, tx, came)
      return 'problem' in entered
        ? failed(ctx, page, entered.problem)
        : led(ctx, leadsTo(ctx.publicUrl, page, { provider: provider.id }), entered.cookie)
    }
    const problem = await connectIdentity(ctx, tx, { ...came, sessionId })
    return problem === undefined
      ? led(ctx, leadsTo(ctx.publicUrl, page, { connected: provider.id }))
      : failed(ctx, page, problem)
  })
}

function failed(ctx: WaysInCtx, page: 'verify' | 'account', problem: LoginProblem): Redirect {
  return led(ctx, leadsTo(ctx.publicUrl, page, { problem }))
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
