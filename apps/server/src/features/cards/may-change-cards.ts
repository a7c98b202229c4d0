import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { mayInCompany } from '@gridloom/domain/company-roles'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { findMembership } from '../companies/index.ts'

/** Whether the caller may pay with the cards of the active account: in a company, whoever may fund it. */
export async function mayChangeCards(ctx: Pick<Ctx, 'actor' | 'db'>): Promise<boolean> {
  const { accountId, userId } = accountOf(ctx)
  if (accountId === userId) return true
  const membership = await findMembership(ctx.db, accountId, userId)
  return membership !== undefined && mayInCompany(membership.role, 'fund')
}

/** The active account, whose cards the caller may use. @throws Refused `forbidden` */
export async function cardHolder(ctx: Pick<Ctx, 'actor' | 'db'>): Promise<AccountId> {
  if (!(await mayChangeCards(ctx))) throw new Refused('forbidden')
  return accountOf(ctx).accountId
}
