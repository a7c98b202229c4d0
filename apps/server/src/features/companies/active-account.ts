import type { AccountId } from '@gridloom/contract/core/ids'
import { type CompanyAction, mayInCompany } from '@gridloom/domain/company-roles'
import { accountOf, type Ctx, type Tx } from '../../platform/ctx.ts'
import { lockAs, readAs } from './act-in-company.ts'
import { findMembership } from './memberships-store.ts'

/**
 * The active account, where the caller may do this with it: their own, or that of a company whose role permits it.
 * @throws Refused `not_found` for who is no member of the company any more, `forbidden`
 */
export async function activeAccountFor(ctx: Ctx, action: CompanyAction): Promise<AccountId> {
  const { accountId, userId } = accountOf(ctx)
  if (accountId !== userId) await readAs(ctx, accountId, action)
  return accountId
}

/** Whether the caller may do this with the active account. */
export async function mayInActiveAccount(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  action: CompanyAction,
): Promise<boolean> {
  const { accountId, userId } = accountOf(ctx)
  if (accountId === userId) return true
  const membership = await findMembership(ctx.db, accountId, userId)
  return membership !== undefined && mayInCompany(membership.role, action)
}

/**
 * As {@link activeAccountFor}, with the company locked until the transaction ends: it stays open, and the role stays.
 * @throws Refused `not_found`, `forbidden`
 */
export async function lockActiveAccount(
  ctx: Ctx,
  tx: Tx,
  action: CompanyAction,
): Promise<AccountId> {
  const { accountId, userId } = accountOf(ctx)
  if (accountId !== userId) await lockAs(ctx, tx, { companyId: accountId, action })
  return accountId
}
