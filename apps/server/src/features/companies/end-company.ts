import type { AccountId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { markCompanyClosed } from './companies-store.ts'
import { endMembership } from './end-membership.ts'
import { deleteInvitationsOf } from './invitations-store.ts'
import { selectMemberIds } from './memberships-store.ts'

/** Closes a locked company: its memberships and invitations end, and sessions can no longer act for it. */
export async function endCompany(
  ctx: Ctx,
  tx: Tx,
  companyId: AccountId,
  all: Pick<AllFeatures, 'runHooks'>,
): Promise<void> {
  await markCompanyClosed(tx, companyId, ctx.clock.now())
  await deleteInvitationsOf(tx, companyId)
  for (const userId of await selectMemberIds(tx, companyId))
    await endMembership(ctx, tx, { companyId, userId }, all)
}
