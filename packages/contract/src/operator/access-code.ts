import { z } from 'zod'
import { AccessCodeId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'

/** An access code. Only its hash is stored, so the code is shown once, when it is created. */
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
