import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../../platform/mail/mail.ts'

interface Removed {
  /** The user's name for the passkey. */
  name: string
  /** The page that lists the user's passkeys. */
  url: string
}

/** Security notice that cannot be turned off: a passkey was removed. */
export function passkeyRemovedEmail(to: string, { name, url }: Removed): EmailMessage {
  const body = layOut({
    preheader: `Its name was “${name}”.`,
    heading: 'A passkey was removed',
    paragraphs: [
      `The passkey “${name}” was removed from your ${product.name} account. It can no longer be used to sign in.`,
      'If this was not you, change your password, which ends all other sessions, and add the passkey again.',
    ],
    button: { label: 'View account settings', url },
  })
  return { to, subject: `A passkey was removed from your ${product.name} account`, ...body }
}
