import { mayInCompany } from '@gridloom/domain/company-roles'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { findMembership } from '../companies/index.ts'

/** Whether the caller may see what everybody spends from the active account: in a company, its owners and admins. */
export async function seesAllSpend(ctx: Pick<Ctx, 'actor' | 'db'>): Promise<boolean> {
  const { accountId, userId } = accountOf(ctx)
  if (accountId === userId) return true
  const membership = await findMembership(ctx.db, accountId, userId)
  return membership !== undefined && mayInCompany(membership.role, 'see_all_spend')
}
