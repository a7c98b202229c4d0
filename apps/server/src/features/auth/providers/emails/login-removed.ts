import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../../platform/mail/mail.ts'

interface Removed {
  /** The display name of the provider. */
  provider: string
  /** The page that lists the user's sign-in methods. */
  url: string
}

/** Security notice that cannot be turned off: a sign-in method of an account was removed. */
export function loginRemovedEmail(to: string, { provider, url }: Removed): EmailMessage {
  const body = layOut({
    preheader: `You can no longer sign in with ${provider}.`,
    heading: `${provider} was disconnected`,
    paragraphs: [
      `${provider} was disconnected from your ${product.name} account. It can no longer be used to sign in.`,
      'If this was not you, change your password, which ends all other sessions, and connect it again.',
    ],
    button: { label: 'View account settings', url },
  })
  return { to, subject: `${provider} was disconnected from your ${product.name} account`, ...body }
}
