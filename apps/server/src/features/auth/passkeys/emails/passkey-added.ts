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
    preheader: `It is called “${name}”.`,
    heading: 'A passkey was added',
    paragraphs: [
      `The passkey “${name}” was just added to your ${product.name} account: whoever holds it can sign in.`,
      'If that was not you, remove it in your account and choose a new password, which ends every other session.',
    ],
    button: { label: 'Go to my account', url },
  })
  return { to, subject: `A passkey was added to your ${product.name} account`, ...body }
}
