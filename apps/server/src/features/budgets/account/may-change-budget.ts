import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { mayInCompany } from '@gridloom/domain/company-roles'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import { findMembership } from '../../companies/index.ts'

/** Whether the caller may change the budget of the active account: in a company, its owners and admins. */
export async function mayChangeBudget(ctx: Pick<Ctx, 'actor' | 'db'>): Promise<boolean> {
  const { accountId, userId } = accountOf(ctx)
  if (accountId === userId) return true
  const membership = await findMembership(ctx.db, accountId, userId)
  return membership !== undefined && mayInCompany(membership.role, 'fund')
}

/** The active account, whose budget the caller may change. @throws Refused `forbidden` */
export async function budgetHolder(ctx: Pick<Ctx, 'actor' | 'db'>): Promise<AccountId> {
  if (!(await mayChangeBudget(ctx))) throw new Refused('forbidden')
  return accountOf(ctx).accountId
}
