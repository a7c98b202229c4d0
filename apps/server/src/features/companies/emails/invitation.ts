import type { CompanyRole } from '@gridloom/contract/companies/company-role'
import { nameForMail } from '@gridloom/contract/core/plain-text'
import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

interface InvitationEmail {
  to: string
  companyName: string
  /** The name of the inviting member. */
  invitedBy: string
  role: CompanyRole
  /** The public address. The button's URL contains no secret, as the invitation is bound to the mailbox. */
  url: string
}

const roleTexts = {
  owner: 'an owner, with full access',
  admin: 'an admin, who manages members and funds',
  member: 'a member, who rents and hosts on its behalf',
} as const satisfies Record<CompanyRole, string>

/** Invites the holder of an address to join a company. */
export function invitationEmail(invitation: InvitationEmail): EmailMessage {
  const { to, role, url } = invitation
  // Strangers choose both names: names that a mail client could turn into a link are left out.
  const companyName = nameForMail(invitation.companyName, 'a company')
  const invitedBy = nameForMail(invitation.invitedBy, 'Someone')
  const body = layOut({
    preheader: `${invitedBy} invited you as ${roleTexts[role]}.`,
    heading: `Join ${companyName} on ${product.name}`,
    paragraphs: [
      `${invitedBy} invited you to join ${companyName} as ${roleTexts[role]}.`,
      `To accept, sign in or register with this email address.`,
    ],
    button: { label: 'View invitation', url: `${url}/company` },
    footnote: 'The invitation expires in 14 days.',
  })
  return { to, subject: `${invitedBy} invited you to join ${companyName}`, ...body }
}
