import { z } from 'zod'
import { PasskeyId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'

export const Passkey = z.strictObject({
  id: PasskeyId,
  name: z.string(),
  /** Whether it is kept by a service that carries it to other devices. */
  synced: z.boolean(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** What a browser needs for one act with a passkey; the options' shape is WebAuthn's, passed on unread. */
export const PasskeyCeremony = z.strictObject({
  ceremony_id: z.string(),
  options: z.record(z.string(), z.unknown()),
})
export type PasskeyCeremony = z.infer<typeof PasskeyCeremony>

/** What the browser's authenticator answered; the shape is WebAuthn's. */
export const PasskeyAnswer = z.strictObject({
  ceremony_id: z.string().min(1).max(100),
  response: z.record(z.string(), z.unknown()),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>
