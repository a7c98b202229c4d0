import { nameForMail } from '@gridloom/contract/core/plain-text'
import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

interface SignInSeen {
  at: Date
  address: string
  userAgent: string | undefined
  /** The page where the user can end that session. */
  url: string
}

/** Told when an account is signed in to with a browser that was not seen before. */
export function newSignInEmail(
  to: string,
  { at, address, userAgent, url }: SignInSeen,
): EmailMessage {
  const body = layOut({
    preheader: `From ${address}.`,
    heading: 'New sign-in',
    paragraphs: [
      `Someone signed in to your ${product.name} account from a new browser.`,
      `When: ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      `From: ${address}`,
      `With: ${nameOfProgram(userAgent)}`,
      'If this was not you, change your password. This ends all other sessions.',
    ],
    button: { label: `Go to ${product.name}`, url },
    footnote: 'You can turn these emails off in your account settings.',
  })
  return { to, subject: `New sign-in to your ${product.name} account`, ...body }
}

/** Versions, and everything behind a slash or a colon: useless here, and it would read as a link. */
const versions = /[/:][\w.+-]+|\s?\b\d+(?:[._]\d+)*\b/g

/** Programs name themselves as they like: what a mail program could make a link of is not passed on. */
function nameOfProgram(userAgent = ''): string {
  return nameForMail(userAgent.replace(versions, ''), 'an unknown program')
}
