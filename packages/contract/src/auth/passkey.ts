import { z } from 'zod'
import { PasskeyId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'

export const Passkey = z.strictObject({
  id: PasskeyId,
  name: z.string(),
  /** Whether a service syncs it to other devices. */
  synced: z.boolean(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** The options of a browser for one passkey ceremony, in WebAuthn's format, passed through. */
export const PasskeyCeremony = z.strictObject({
  ceremony_id: z.string(),
  options: z.record(z.string(), z.unknown()),
})
export type PasskeyCeremony = z.infer<typeof PasskeyCeremony>

/** The response of the browser's authenticator, in WebAuthn's format. */
export const PasskeyAnswer = z.strictObject({
  ceremony_id: z.string().min(1).max(100),
  response: z.record(z.string(), z.unknown()),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>
