import type { AccountId } from '@gridloom/contract/core/ids'
import { judgeRemoval } from '@gridloom/domain/company-roles'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { countMembers, selectCompanyIds } from '../memberships-store.ts'
import { obey, roleOf } from './act-in-company.ts'
import { lockCompany } from './companies-store.ts'
import { endMembership } from './end-membership.ts'
import { publishCompany } from './publish-company.ts'

/** Ends every membership of a person, in the transaction that closes their account. @throws Refused `last_owner` */
export async function leaveCompanies(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  personId: AccountId,
): Promise<void> {
  for (const companyId of await selectCompanyIds(tx, personId)) {
    await lockCompany(tx, companyId)
    const role = await roleOf(tx, companyId, personId)
    const { owners } = await countMembers(tx, companyId)
    obey(judgeRemoval({ by: role, of: role, who: 'oneself', owners }))
    await endMembership(ctx, tx, { companyId, personId })
    await publishCompany(tx, companyId)
  }
}
