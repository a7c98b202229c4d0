import type { Invitation } from '@gridloom/contract/companies/company'
import type { CompanyRole } from '@gridloom/contract/companies/company-role'
import { invitationLifeS, limits } from '@gridloom/contract/core/constants'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { mayInvite } from '@gridloom/domain/company-roles'
import { enforceLimit, isWithinLimit } from '../../platform/attempts/limit-attempts.ts'
import { type Ctx, type Tx, userOf } from '../../platform/ctx.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { accountSummary, emailKey, publishAccount } from '../accounts/index.ts'
import { lockAsMember } from './act-in-company.ts'
import { inviteLimit } from './company-limits.ts'
import { invitationEmail } from './emails/invitation.ts'
import {
  countInvitations,
  findHolder,
  findInvitationTo,
  type NewInvitation,
  putInvitation,
} from './invitations-store.ts'
import { countMembers, isMember } from './memberships-store.ts'

interface Invited {
  email: string
  role: CompanyRole
}

type InvitingCtx = Ctx & { readonly publicUrl: string }

/**
 * Invites the holder of an address and emails them, unless the mailbox has reached its daily limit of emails. Replaces
 * a pending invitation.
 * @throws Refused `not_found`, `forbidden`, `state_conflict` when the holder is a member already or the company is
 * full, `too_many_requests`
 */
export async function inviteMember(
  ctx: InvitingCtx,
  companyId: AccountId,
  { email, role }: Invited,
): Promise<Invitation> {
  const invitation = newInvitation(ctx, { companyId, email, role })
  return ctx.transact(async (tx) => {
    const company = await lockAsMember(ctx, tx, companyId)
    if (!mayInvite(company.role, role)) throw new Refused('forbidden')
    await refuseUnfit(tx, invitation, company.role)
    await enforceLimit(ctx, tx, inviteLimit.day(invitation.invitedBy))
    const invitedBy = (await accountSummary(tx.db, invitation.invitedBy))?.username ?? ''
    await putInvitation(tx, invitation)
    tx.note({ subject: invitation.id })
    const message = { to: email, companyName: company.name, invitedBy, role, url: ctx.publicUrl }
    if (await isWithinLimit(ctx, tx, inviteLimit.emails(invitation.emailKey)))
      await queueMail(ctx, tx, invitationEmail(message))
    await publishInvitation(tx, invitation)
    return shown(invitation, { companyName: company.name, invitedBy })
  })
}

/** Publishes a change of invitations to the company's members and to the account with the verified address, if any. */
export async function publishInvitation(
  tx: Tx,
  { companyId, emailKey: key }: Pick<NewInvitation, 'companyId' | 'emailKey'>,
): Promise<void> {
  await publishAccount(tx, companyId)
  const holder = await findHolder(tx, key)
  if (holder !== undefined) await publishAccount(tx, holder)
}

function newInvitation(
  ctx: InvitingCtx,
  { companyId, email, role }: Invited & { companyId: AccountId },
): NewInvitation {
  const createdAt = ctx.clock.now()
  return {
    id: ctx.ids.mint('invitation'),
    companyId,
    email,
    emailKey: emailKey(email),
    role,
    invitedBy: userOf(ctx),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + invitationLifeS * 1_000),
  }
}

/** Refuses an invitation to a member, beyond the company's limit, or in place of one that the inviter may not issue. */
async function refuseUnfit(tx: Tx, invitation: NewInvitation, by: CompanyRole): Promise<void> {
  const { companyId, emailKey: key, createdAt: now } = invitation
  if (await isMember(tx, companyId, key)) throw conflict('user', 'already a member')
  const earlier = await findInvitationTo(tx, { companyId, emailKey: key }, now)
  if (earlier !== undefined) {
    if (!mayInvite(by, earlier.role)) throw new Refused('forbidden')
    return
  }
  const { members } = await countMembers(tx, companyId)
  if (members + (await countInvitations(tx, companyId, now)) >= limits.membersPerCompany)
    throw conflict('company', 'full')
}

function conflict(what: string, state: string): Refused {
  return new Refused('state_conflict', { details: { what, state } })
}

function shown(
  invitation: NewInvitation,
  names: { companyName: string; invitedBy: string },
): Invitation {
  return {
    id: invitation.id,
    company_id: invitation.companyId,
    company_name: names.companyName,
    email: invitation.email,
    role: invitation.role,
    invited_by: names.invitedBy,
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
  }
}
