import type { CompanyRole } from '@gridloom/contract/companies/company-role'
import type { AccountId } from '@gridloom/contract/core/ids'
import { decideRoleChange } from '@gridloom/domain/company-roles'
import type { Ctx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { publishAccount } from '../accounts/index.ts'
import { assertAllowed, lockAsMember, roleOf } from './act-in-company.ts'
import { countMembers, updateRole } from './memberships-store.ts'
import { refuseOwnerBeyond } from './quotas/lock-quota.ts'

interface Change {
  companyId: AccountId
  userId: AccountId
  role: CompanyRole
}

/** Changes the role of a member. @throws Refused `not_found`, `forbidden`, `last_owner`, `limit_reached` */
export async function changeMember(
  ctx: Ctx,
  change: Change,
  { quotas }: Pick<AllFeatures, 'quotas'>,
): Promise<void> {
  const { companyId, userId, role: to } = change
  await ctx.transact(async (tx) => {
    const { role: by } = await lockAsMember(ctx, tx, companyId)
    const from = await roleOf(tx, companyId, userId)
    const { owners } = await countMembers(tx, companyId)
    assertAllowed(decideRoleChange({ by, from, to, owners }))
    if (to === 'owner') await refuseOwnerBeyond(tx, change, quotas)
    await updateRole(tx, change, to)
    await publishAccount(tx, companyId)
    await publishAccount(tx, userId)
  })
}
