import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../../platform/mail/mail.ts'

interface Added {
  /** The user's name for the passkey. */
  name: string
  /** The page that lists the user's passkeys. */
  url: string
}

/** Security notice that cannot be turned off: a passkey was added. */
export function passkeyAddedEmail(to: string, { name, url }: Added): EmailMessage {
  const body = layOut({
    preheader: `Its name is “${name}”.`,
    heading: 'A passkey was added',
    paragraphs: [
      `The passkey “${name}” was added to your ${product.name} account. It can now be used to sign in.`,
      'If this was not you, remove it in your account and change your password. This ends all other sessions.',
    ],
    button: { label: 'View account settings', url },
  })
  return { to, subject: `A passkey was added to your ${product.name} account`, ...body }
}
