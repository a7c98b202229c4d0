import type { ActiveCompany } from '@gridloom/contract/accounts/user-details'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import { findMembership } from '../companies/index.ts'

/** The caller's membership of a company. @throws Refused `not_found`, also when the company does not exist */
export async function memberOf(ctx: Ctx, companyId: AccountId): Promise<ActiveCompany> {
  const membership = await findMembership(ctx.db, companyId, userOf(ctx))
  if (membership === undefined) throw new Refused('not_found', { details: { what: 'company' } })
  return membership
}

/** Whether a role manages the keys of all members, not only its own. */
export function managesKeys({ role }: Pick<ActiveCompany, 'role'>): boolean {
  return role === 'owner' || role === 'admin'
}
