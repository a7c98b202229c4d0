import type { Company } from '@gridloom/contract/companies/company'
import type { InvitationId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { publishAccount } from '../accounts/index.ts'
import { lockCompany } from './companies-store.ts'
import { takeInvitation } from './invitations-store.ts'
import { companyFor } from './list-companies.ts'
import { insertMember } from './memberships-store.ts'
import { myInvitation } from './my-invitations.ts'
import { refuseOwnerBeyond } from './quotas/lock-quota.ts'
import { noSuchInvitation } from './withdraw-invitation.ts'

/**
 * Makes the caller a member of the company that invited them. Of two concurrent calls one joins and the other gets
 * `not_found`.
 * @throws Refused `not_found`, `email_unverified`, `state_conflict` when the caller is a member already,
 * `limit_reached` when an owner would exceed their quotas
 */
export async function acceptInvitation(
  ctx: Ctx,
  id: InvitationId,
  { quotas }: Pick<AllFeatures, 'quotas'>,
): Promise<Company> {
  const userId = userOf(ctx)
  return ctx.transact(async (tx) => {
    const { companyId } = await myInvitation(ctx, tx.db, id)
    if ((await lockCompany(tx, companyId)) === undefined) throw noSuchInvitation()
    // Read again under the lock: until here the invitation could be withdrawn, or replaced by one with another role.
    const { role } = await myInvitation(ctx, tx.db, id)
    if ((await takeInvitation(tx, id)) === 'gone') throw noSuchInvitation()
    if (role === 'owner') await refuseOwnerBeyond(tx, { companyId, userId }, quotas)
    const joinedAt = ctx.clock.now()
    if ((await insertMember(tx, { companyId, userId, role, joinedAt })) === 'was')
      throw new Refused('state_conflict', {
        details: { what: 'user', state: 'already a member' },
      })
    tx.note({ accountId: companyId })
    await publishAccount(tx, companyId)
    await publishAccount(tx, userId)
    return companyFor(tx.db, userId, companyId)
  })
}
