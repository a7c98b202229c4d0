import type { AccountId, InvitationId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { mayInvite, mayInviteSomebody } from '@gridloom/domain/company-roles'
import type { Ctx } from '../../platform/ctx.ts'
import { lockAsMember } from './act-in-company.ts'
import { findInvitation, takeInvitation } from './invitations-store.ts'
import { publishInvitation } from './invite-member.ts'

/** Withdraws an invitation. @throws Refused `not_found`, `forbidden` */
export async function withdrawInvitation(
  ctx: Ctx,
  companyId: AccountId,
  id: InvitationId,
): Promise<void> {
  await ctx.transact(async (tx) => {
    const { role } = await lockAsMember(ctx, tx, companyId)
    if (!mayInviteSomebody(role)) throw new Refused('forbidden')
    const invitation = await findInvitation(tx.db, id, ctx.clock.now())
    if (invitation?.companyId !== companyId) throw noSuchInvitation()
    if (!mayInvite(role, invitation.role)) throw new Refused('forbidden')
    await takeInvitation(tx, id)
    await publishInvitation(tx, invitation)
  })
}

/** The same error for an invitation that does not exist, has expired, or is for another user. */
export function noSuchInvitation(): Refused {
  return new Refused('not_found', { details: { what: 'invitation' } })
}
