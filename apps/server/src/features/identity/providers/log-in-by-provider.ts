import type { Redirect } from '../../../platform/http/routes.ts'
import type { WaysInCtx } from '../ways-in/ctx.ts'
import { beginAttempt, providerOf } from './begin-attempt.ts'
import { leadsTo } from './leads-to.ts'
import { problemIn } from './problem-in.ts'

/** Sends the browser to a provider to sign in there. @throws Refused `not_found` when it is not configured */
export async function logInByProvider(ctx: WaysInCtx, id: string): Promise<Redirect> {
  const provider = providerOf(ctx, id)
  try {
    const { url, cookie } = await beginAttempt(ctx, { provider, sessionId: null })
    return { location: url, cookies: [cookie] }
  } catch (error) {
    return { location: leadsTo(ctx.publicUrl, 'verify', { problem: problemIn(ctx, id, error) }) }
  }
}
