import type { AccountId } from '@gridloom/contract/core/ids'
import { decideRemoval } from '@gridloom/domain/company-roles'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { publishAccount } from '../accounts/index.ts'
import { assertAllowed, roleOf } from './act-in-company.ts'
import { lockCompany } from './companies-store.ts'
import { endMembership } from './end-membership.ts'
import { countMembers, selectCompanyIds } from './memberships-store.ts'

/** Ends every membership of a user, in the transaction that closes their account. @throws Refused `last_owner` */
export async function leaveCompanies(
  ctx: Ctx,
  tx: Tx,
  userId: AccountId,
  all: Pick<AllFeatures, 'runHooks'>,
): Promise<void> {
  for (const companyId of await selectCompanyIds(tx, userId)) {
    await lockCompany(tx, companyId)
    const role = await roleOf(tx, companyId, userId)
    const { owners } = await countMembers(tx, companyId)
    assertAllowed(decideRemoval({ by: role, of: role, who: 'oneself', owners }))
    await endMembership(ctx, tx, { companyId, userId }, all)
    await publishAccount(tx, companyId)
  }
}
