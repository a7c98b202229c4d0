import type { AccountId } from '@gridloom/contract/core/ids'
import { decideRemoval } from '@gridloom/domain/company-roles'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { publishAccount } from '../accounts/index.ts'
import { assertAllowed, lockAsMember, roleOf } from './act-in-company.ts'
import { endMembership } from './end-membership.ts'
import { countMembers } from './memberships-store.ts'

/**
 * Removes a member, or lets the caller leave. Resources created for the company stay, but the member's keys for it are
 * revoked, their SSH keys are removed from its instances, and their sessions that act for it are refused until they
 * switch accounts.
 * @throws Refused `not_found`, `forbidden`, `last_owner`
 */
export async function removeMember(
  ctx: Ctx,
  membership: { companyId: AccountId; userId: AccountId },
  all: Pick<AllFeatures, 'runHooks'>,
): Promise<void> {
  const { companyId, userId } = membership
  const who = userId === userOf(ctx) ? 'oneself' : 'another'
  await ctx.transact(async (tx) => {
    const { role: by } = await lockAsMember(ctx, tx, companyId)
    const of = await roleOf(tx, companyId, userId)
    const { owners } = await countMembers(tx, companyId)
    assertAllowed(decideRemoval({ by, of, who, owners }))
    await endMembership(ctx, tx, membership, all)
    await all.runHooks('ssh_keys.changed', ctx, tx, { userId })
    await publishAccount(tx, companyId)
  })
}
