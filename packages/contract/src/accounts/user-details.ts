import { z } from 'zod'
import { CompanyRole } from '../companies/company-role.ts'
import { AccountId } from '../core/ids.ts'
import { DismissedTours } from './tours.ts'

export const Role = z.enum(['user', 'operator'])
export type Role = z.infer<typeof Role>

/** The company that a session acts for, if any. */
export const ActiveCompany = z.strictObject({
  company_id: AccountId,
  name: z.string(),
  role: CompanyRole,
})
export type ActiveCompany = z.infer<typeof ActiveCompany>

export const UserDetails = z.strictObject({
  account_id: AccountId,
  username: z.string(),
  /** The name as the user wrote it. */
  name: z.string().nullable(),
  email: z.string(),
  /** Whether the address was verified with a one-time code or by a sign-in provider. */
  email_verified: z.boolean(),
  profile_path: z.string().nullable(),
  has_entered_referral_code: z.boolean(),
  /** Accounts that came by a sign-in provider, or lost an unverified password, have none. */
  has_password: z.boolean(),
  role: Role,
  /** Whether the user is an ambassador. */
  is_kol: z.boolean(),
  /** The tours of the web app that are no longer shown. */
  dismissed_tours: DismissedTours,
  active_company: ActiveCompany.nullable(),
})
export type UserDetails = z.infer<typeof UserDetails>
