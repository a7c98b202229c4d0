import { z } from 'zod'
import { AccountId, InvitationId } from '../core/ids.ts'
import { MicroUsd, Timestamp } from '../core/values.ts'
import { Balance } from '../ledger/balance.ts'
import { CompanyRole } from './company-role.ts'

/** A company as one of its members sees it in a list. */
export const Company = z.strictObject({
  id: AccountId,
  name: z.string(),
  role: CompanyRole,
  members: z.int(),
  created_at: Timestamp,
})
export type Company = z.infer<typeof Company>

export const Member = z.strictObject({
  account_id: AccountId,
  username: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  profile_path: z.string().nullable(),
  role: CompanyRole,
  joined_at: Timestamp,
  /** The spend of this member since the first of this month (UTC); `null` if the caller may not see it. */
  spent_this_month_micro_usd: MicroUsd.nullable(),
})
export type Member = z.infer<typeof Member>

/** A pending invitation for the holder of an address. It is bound to the address, so it needs no secret. */
export const Invitation = z.strictObject({
  id: InvitationId,
  company_id: AccountId,
  company_name: z.string(),
  email: z.string(),
  role: CompanyRole,
  invited_by: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
})
export type Invitation = z.infer<typeof Invitation>

export const CompanyOverview = Company.extend({
  balance: Balance,
  member_list: z.array(Member),
  /** Empty for members who may not invite. */
  invitations: z.array(Invitation),
})
export type CompanyOverview = z.infer<typeof CompanyOverview>
