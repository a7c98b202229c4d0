import { z } from 'zod'
import { AccessCodeId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'

/** An access code. Only its hash is kept, so it is shown when it is made and never again. */
export const AccessCode = z.strictObject({
  id: AccessCodeId,
  label: z.string(),
  uses: z.int(),
  uses_max: z.int().nullable(),
  expires_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
  created_at: Timestamp,
})
export type AccessCode = z.infer<typeof AccessCode>
