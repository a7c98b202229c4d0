import type { Session } from '@gridloom/contract/auth/session'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { listSessions } from './sessions-store.ts'

/** The user's sessions, last seen first. */
export async function listMySessions(ctx: Ctx): Promise<Session[]> {
  const { userId, via } = accountOf(ctx)
  const current = via.kind === 'session' ? via.sessionId : undefined
  const rows = await listSessions(ctx.db, userId, ctx.clock.now())
  return rows.map((row) => ({
    id: row.id,
    origin: row.origin,
    current: row.id === current,
    user_agent: row.user_agent,
    address: row.address,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }))
}
