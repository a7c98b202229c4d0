import type { AccountId } from '@gridloom/contract/core/ids'
import { judgeRemoval } from '@gridloom/domain/company-roles'
import { type Ctx, personOf } from '../../../platform/ctx.ts'
import type { AllFeatures } from '../../../platform/feature.ts'
import { countMembers } from '../memberships-store.ts'
import { lockAsMember, obey, roleOf } from './act-in-company.ts'
import { endMembership } from './end-membership.ts'
import { publishCompany } from './publish-company.ts'

/**
 * Removes a member, or lets the caller leave. What they made for the company stays, but their keys for it are revoked,
 * what they ordered for it lets them in by SSH no more, and their sessions that work for it are refused until they switch.
 * @throws Refused `not_found`, `forbidden`, `last_owner`
 */
export async function removeMember(
  ctx: Ctx,
  membership: { companyId: AccountId; personId: AccountId },
  all: Pick<AllFeatures, 'emit'>,
): Promise<void> {
  const { companyId, personId } = membership
  const who = personId === personOf(ctx) ? 'oneself' : 'another'
  await ctx.transact(async (tx) => {
    const { role: by } = await lockAsMember(ctx, tx, companyId)
    const of = await roleOf(tx, companyId, personId)
    const { owners } = await countMembers(tx, companyId)
    obey(judgeRemoval({ by, of, who, owners }))
    await endMembership(ctx, tx, membership)
    await all.emit('ssh_keys.changed', ctx, tx, { userId: personId })
    await publishCompany(tx, companyId)
  })
}
