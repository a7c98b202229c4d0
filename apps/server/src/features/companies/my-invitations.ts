import type { Invitation } from '@gridloom/contract/companies/company'
import type { InvitationId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { accountSummary, emailKey } from '../accounts/index.ts'
import { type FoundInvitation, findInvitation, selectInvitations } from './invitations-store.ts'
import { noSuchInvitation } from './withdraw-invitation.ts'

/** Pending invitations to the caller's verified address; an unverified address has none. */
export async function listMyInvitations(ctx: Ctx): Promise<Invitation[]> {
  const user = await accountSummary(ctx.db, userOf(ctx))
  if (user?.emailVerified !== true) return []
  return selectInvitations(ctx.db, { emailKey: emailKey(user.email) }, ctx.clock.now())
}

/** The caller's invitation. @throws Refused `email_unverified`, `not_found`, also for one to another address */
export async function myInvitation(ctx: Ctx, db: Db, id: InvitationId): Promise<FoundInvitation> {
  const user = await accountSummary(db, userOf(ctx))
  if (user?.emailVerified !== true) throw new Refused('email_unverified')
  const invitation = await findInvitation(db, id, ctx.clock.now())
  if (invitation?.emailKey !== emailKey(user.email)) throw noSuchInvitation()
  return invitation
}
