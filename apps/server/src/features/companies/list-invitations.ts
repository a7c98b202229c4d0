import type { Invitation } from '@gridloom/contract/companies/company'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../platform/ctx.ts'
import { selectInvitations } from './invitations-store.ts'

/** Pending invitations of a company, newest first. Callers check the permission to see them. */
export async function listInvitations(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  companyId: AccountId,
): Promise<Invitation[]> {
  return selectInvitations(ctx.db, { companyId }, ctx.clock.now())
}
