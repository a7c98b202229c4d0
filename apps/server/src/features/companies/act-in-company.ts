import type { ActiveCompany } from '@gridloom/contract/accounts/user-details'
import type { CompanyRole } from '@gridloom/contract/companies/company-role'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { assertNever } from '@gridloom/domain/assert-never'
import {
  type CompanyAction,
  type CompanyVerdict,
  mayInCompany,
} from '@gridloom/domain/company-roles'
import { type Ctx, type Tx, userOf } from '../../platform/ctx.ts'
import { lockCompany } from './companies-store.ts'
import { findMembership } from './memberships-store.ts'
import { noSuchCompany } from './no-such-company.ts'

/** The caller's membership of a company, if its role permits the action. @throws Refused `not_found`, `forbidden` */
export async function readAs(
  ctx: Ctx,
  companyId: AccountId,
  action: CompanyAction,
): Promise<ActiveCompany> {
  const membership = await findMembership(ctx.db, companyId, userOf(ctx))
  if (membership === undefined) throw noSuchCompany()
  if (!mayInCompany(membership.role, action)) throw new Refused('forbidden')
  return membership
}

/**
 * The caller's membership, with the company locked until the transaction ends, so that roles and members stay as they
 * are during the decision. The audit event is recorded under the company.
 * @throws Refused `not_found`, also when the company exists and the caller is not a member
 */
export async function lockAsMember(ctx: Ctx, tx: Tx, companyId: AccountId): Promise<ActiveCompany> {
  if ((await lockCompany(tx, companyId)) === undefined) throw noSuchCompany()
  const membership = await findMembership(tx.db, companyId, userOf(ctx))
  if (membership === undefined) throw noSuchCompany()
  tx.note({ accountId: companyId })
  return membership
}

/** Like {@link lockAsMember}, for an action that the role must permit. @throws Refused `not_found`, `forbidden` */
export async function lockAs(
  ctx: Ctx,
  tx: Tx,
  { companyId, action }: { companyId: AccountId; action: CompanyAction },
): Promise<ActiveCompany> {
  const membership = await lockAsMember(ctx, tx, companyId)
  if (!mayInCompany(membership.role, action)) throw new Refused('forbidden')
  return membership
}

/** The role of another member in a locked company. @throws Refused `not_found` */
export async function roleOf(
  tx: Tx,
  companyId: AccountId,
  userId: AccountId,
): Promise<CompanyRole> {
  const membership = await findMembership(tx.db, companyId, userId)
  if (membership === undefined) throw new Refused('not_found', { details: { what: 'member' } })
  return membership.role
}

/** Passes only a permitting verdict. @throws Refused for any other */
export function assertAllowed(verdict: CompanyVerdict): void {
  switch (verdict) {
    case 'good':
      return
    case 'forbidden':
    case 'last_owner':
      throw new Refused(verdict)
    default:
      assertNever(verdict)
  }
}
