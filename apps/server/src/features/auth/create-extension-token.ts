import type { TokenReply } from '@gridloom/contract/auth/credentials'
import { userOf } from '../../platform/ctx.ts'
import type { AuthCtx, Origin } from './ports.ts'
import { startSession } from './start-session.ts'

/**
 * Creates a token for the browser extension, so that the page's own token never leaves the page (ASVS 5.0, 9.2.3). It
 * can only read user details. It is listed among the sessions, where the user can end it.
 */
export async function createExtensionToken(ctx: AuthCtx, origin: Origin): Promise<TokenReply> {
  const accountId = userOf(ctx)
  const session = { accountId, origin, by: 'extension', purpose: 'extension' } as const
  return { token: await ctx.transact((tx) => startSession(ctx, tx, session)) }
}
