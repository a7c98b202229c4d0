import type { AccountId, SessionId } from '@gridloom/contract/core/ids'
import type { Db } from '../../platform/database/connect.ts'
import { hashSecret } from '../../platform/ids.ts'
import { findToken } from './sessions-store.ts'
import { validateToken } from './validate-token.ts'

/** The session of a token that a caller sent to a public endpoint. */
export interface CurrentSession {
  readonly sessionId: SessionId
  readonly userId: AccountId
  readonly token: string
}

/** A caller who signs in again is the user of the earlier session, whichever account it acted for. */
const need = { auth: 'refresh', scope: null, reauth: 'any', membership: 'any' } as const

/**
 * The user's session of a bearer token, even after the token's short life. Returns `undefined` for a missing or invalid
 * token, as the endpoint does not require one.
 */
export async function currentSession(
  db: Db,
  token: string | undefined,
  now: Date,
): Promise<CurrentSession | undefined> {
  if (token === undefined) return undefined
  const found = await findToken(db, hashSecret(token))
  if (found?.purpose !== 'sign_in') return undefined
  const verdict = validateToken(found, need, now)
  if (verdict.kind !== 'good') return undefined
  return { sessionId: found.sessionId, userId: found.userId, token }
}
