import type { SessionOrigin } from '@gridloom/contract/auth/session'
import { resetLifeS, sessionLifeS, tokenLifeS } from '@gridloom/contract/core/constants'
import type { AccountId, SessionId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { Origin } from './ports.ts'
import { insertSession, insertToken } from './sessions-store.ts'

type Minting = Pick<Ctx, 'ids' | 'clock'>

export interface SessionStart {
  accountId: AccountId
  origin: Origin
  /** The sign-in method that was used. */
  by: SessionOrigin
  /** `sign_in` by default: a session of the user's own. */
  purpose?: 'sign_in' | 'reset' | 'extension'
}

/**
 * Starts a session of seven days, or of ten minutes for a password reset. Returns its first token, of which only the
 * SHA-256 hash is stored.
 */
export async function startSession(
  ctx: Minting,
  tx: Tx,
  { accountId, origin, by, purpose = 'sign_in' }: SessionStart,
): Promise<string> {
  const createdAt = ctx.clock.now()
  const id = ctx.ids.mint('session')
  const lifeS = purpose === 'reset' ? resetLifeS : sessionLifeS
  const expiresAt = new Date(createdAt.getTime() + lifeS * 1_000)
  await insertSession(tx, { id, accountId, createdAt, expiresAt, origin, by, purpose })
  tx.note({ accountId })
  return issueToken(ctx, tx, { sessionId: id, sessionExpiresAt: expiresAt })
}

/** Issues a further token of a session, valid for 15 minutes and never longer than the session. */
export async function issueToken(
  ctx: Minting,
  tx: Tx,
  { sessionId, sessionExpiresAt }: { sessionId: SessionId; sessionExpiresAt: Date },
): Promise<string> {
  const token = ctx.ids.secret()
  const issuedAt = ctx.clock.now()
  const expiresAtMs = Math.min(issuedAt.getTime() + tokenLifeS * 1_000, sessionExpiresAt.getTime())
  const expiresAt = new Date(expiresAtMs)
  await insertToken(tx, { hash: hashSecret(token), sessionId, issuedAt, expiresAt })
  return token
}
