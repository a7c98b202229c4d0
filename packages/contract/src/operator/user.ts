import { z } from 'zod'
import { Role } from '../accounts/user-details.ts'
import { AccountId } from '../core/ids.ts'
import { MicroUsd, Timestamp } from '../core/values.ts'

/** An account as the operator sees it. */
export const User = z.strictObject({
  account_id: AccountId,
  username: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  role: Role,
  has_access: z.boolean(),
  /** Whether the operator marked the account as an ambassador. */
  is_kol: z.boolean(),
  suspended_at: Timestamp.nullable(),
  created_at: Timestamp,
  last_seen_at: Timestamp.nullable(),
  machines: z.int(),
  instances: z.int(),
  available_micro_usd: MicroUsd,
})
export type User = z.infer<typeof User>
