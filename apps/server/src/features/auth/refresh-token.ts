import type { SessionId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { type Ctx, sessionOf, type Tx, userOf } from '../../platform/ctx.ts'
import { hashSecret } from '../../platform/ids.ts'
import { publishSessions } from '../accounts/index.ts'
import { lockSession, rotateToken, touchSession } from './sessions-store.ts'
import { issueToken } from './start-session.ts'

/**
 * Exchanges the session's token for a new one and invalidates the old one: using that again later ends the whole
 * session (see `validateToken`). Of two concurrent calls with one token, one gets the new token and the other
 * `token_expired`.
 */
export async function refreshToken(ctx: Ctx, token: string): Promise<string> {
  const sessionId = sessionOf(ctx)
  return ctx.transact(async (tx) => {
    await publishSessions(tx, userOf(ctx), [sessionId])
    return exchangeToken(ctx, tx, { sessionId, token })
  })
}

/**
 * Rotates a token within an open transaction. Returns the new token with its session.
 * @throws Refused `unauthorized`, `token_expired`
 */
export async function exchangeToken(
  ctx: Pick<Ctx, 'clock' | 'ids'>,
  tx: Tx,
  { sessionId, token }: { sessionId: SessionId; token: string },
): Promise<string> {
  const now = ctx.clock.now()
  const session = await lockSession(tx, sessionId, now)
  if (session === undefined) throw new Refused('unauthorized')
  const rotated = await rotateToken(tx, hashSecret(token), now)
  if (rotated === 'lost') throw new Refused('token_expired')
  await touchSession(tx, sessionId, now)
  return issueToken(ctx, tx, { sessionId, sessionExpiresAt: session.expiresAt })
}
