import { z } from 'zod'
import { SessionId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'

/** How a session began. `extension`: the browser extension's own, which only reads the signed-in user. */
export const SessionOrigin = z.enum([
  'password',
  'code',
  'provider',
  'passkey',
  'wallet',
  'extension',
])
export type SessionOrigin = z.infer<typeof SessionOrigin>

/** A session of a user on one browser. */
export const Session = z.strictObject({
  id: SessionId,
  origin: SessionOrigin,
  /** Whether it is the session of this request. */
  current: z.boolean(),
  user_agent: z.string().nullable(),
  address: z.string().nullable(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  expires_at: Timestamp,
})
export type Session = z.infer<typeof Session>
