import type { AccountId, SessionId } from '@gridloom/contract/core/ids'
import type { Db } from '../../platform/database/connect.ts'
import { hashSecret } from '../../platform/ids.ts'
import { judgeToken } from './judge-token.ts'
import { findToken } from './sessions-store.ts'

/** The session whose token a caller of a public endpoint happens to bring. */
export interface SessionAtHand {
  readonly sessionId: SessionId
  readonly personId: AccountId
  readonly token: string
}

/** Whoever comes back to sign in is who they are, whatever the session worked for. */
const need = { auth: 'refresh', scope: null, proof: 'any', membership: 'any' } as const

/**
 * The person's session of a bearer token, which may be past its short life; `undefined` for none and for one that is
 * no good, as the endpoint does without.
 */
export async function sessionAtHand(
  db: Db,
  token: string | undefined,
  now: Date,
): Promise<SessionAtHand | undefined> {
  if (token === undefined) return undefined
  const found = await findToken(db, hashSecret(token))
  if (found?.purpose !== 'person') return undefined
  const verdict = judgeToken(found, need, now)
  if (verdict.kind !== 'good') return undefined
  return { sessionId: found.sessionId, personId: found.personId, token }
}
