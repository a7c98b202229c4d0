import { nameForMail } from '@gridloom/contract/core/plain-text'
import { product } from '@gridloom/contract/core/product'
import { formatUtc } from '@gridloom/domain/utc-time'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

interface SignInSeen {
  at: Date
  address: string
  userAgent: string | undefined
  /** The page where the user can end that session. */
  url: string
}

/** Informs a user of a sign-in to their account from a new browser. */
export function newSignInEmail(
  to: string,
  { at, address, userAgent, url }: SignInSeen,
): EmailMessage {
  const body = layOut({
    preheader: `From ${address}.`,
    heading: 'New sign-in',
    paragraphs: [
      `Someone signed in to your ${product.name} account from a new browser.`,
      `When: ${formatUtc(at)}`,
      `From: ${address}`,
      `With: ${nameOfProgram(userAgent)}`,
      'If this was not you, change your password. This ends all other sessions.',
    ],
    button: { label: `Go to ${product.name}`, url },
    footnote: 'You can turn these emails off in your account settings.',
  })
  return { to, subject: `New sign-in to your ${product.name} account`, ...body }
}

/** Versions, and everything after a slash or a colon: not useful here, and mail clients could turn it into a link. */
const versions = /[/:][\w.+-]+|\s?\b\d+(?:[._]\d+)*\b/g

/** The name of the program, left out if a mail client could turn it into a link, as clients choose it freely. */
function nameOfProgram(userAgent = ''): string {
  return nameForMail(userAgent.replace(versions, ''), 'an unknown program')
}
