import type { InvitationId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../platform/ctx.ts'
import { takeInvitation } from './invitations-store.ts'
import { publishInvitation } from './invite-member.ts'
import { myInvitation } from './my-invitations.ts'
import { noSuchInvitation } from './withdraw-invitation.ts'

/** Declines an invitation to the caller's verified address. @throws Refused `not_found`, `email_unverified` */
export async function declineInvitation(ctx: Ctx, id: InvitationId): Promise<void> {
  await ctx.transact(async (tx) => {
    const invitation = await myInvitation(ctx, tx.db, id)
    if ((await takeInvitation(tx, id)) === 'gone') throw noSuchInvitation()
    await publishInvitation(tx, invitation)
  })
}
