import type { Redirect } from '../../../platform/http/routes.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { beginAttempt, providerOf } from './begin-attempt.ts'
import { pageAddress } from './leads-to.ts'
import { problemIn } from './problem-in.ts'

interface ProviderLogin {
  provider: string
  /** The browser's `Sec-Fetch-Site` header; older browsers send none. */
  cameFrom: string | undefined
}

/**
 * Redirects the browser to a provider to sign in there. Requests from other sites are rejected, as they could sign the
 * user in unasked with their session at the provider (ASVS 5.0, 7.6.2).
 * @throws Refused `not_found` when the provider is not configured
 */
export async function logInByProvider(
  ctx: SignInMethodsCtx,
  request: ProviderLogin,
): Promise<Redirect> {
  const { provider: id, cameFrom } = request
  const provider = providerOf(ctx, id)
  if (cameFrom === 'cross-site' || cameFrom === 'same-site')
    return { location: pageAddress(ctx.publicUrl, 'verify', { problem: 'state_wrong' }) }
  try {
    const { url, cookie } = await beginAttempt(ctx, { provider, purpose: { kind: 'sign-in' } })
    return { location: url, cookies: [cookie] }
  } catch (error) {
    return {
      location: pageAddress(ctx.publicUrl, 'verify', { problem: problemIn(ctx, id, error) }),
    }
  }
}
