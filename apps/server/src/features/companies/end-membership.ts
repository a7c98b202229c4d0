import type { AccountId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { publishAccount } from '../accounts/index.ts'
import { deleteMember } from './memberships-store.ts'

/**
 * Ends a membership and what depends on it: the user's keys for the company are revoked, and their sessions that act
 * for it are refused until the user switches accounts. Sessions do not fall back to the personal account by themselves,
 * as their next orders would then be charged to the user.
 */
export async function endMembership(
  ctx: Ctx,
  tx: Tx,
  membership: { companyId: AccountId; userId: AccountId },
  all: Pick<AllFeatures, 'runHooks'>,
): Promise<void> {
  const { userId } = membership
  await deleteMember(tx, membership)
  await all.runHooks('membership.ended', ctx, tx, membership)
  await publishAccount(tx, userId)
}
