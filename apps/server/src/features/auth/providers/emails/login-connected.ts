import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../../platform/mail/mail.ts'

interface Connected {
  /** The display name of the provider. */
  provider: string
  /** The page that lists the user's sign-in methods. */
  url: string
}

/** Security notice that cannot be turned off: a sign-in method was added to an account. */
export function loginConnectedEmail(to: string, { provider, url }: Connected): EmailMessage {
  const body = layOut({
    preheader: `You can now sign in with ${provider}.`,
    heading: `${provider} was connected`,
    paragraphs: [
      `${provider} was connected to your ${product.name} account. You can now sign in with it.`,
      'If this was not you, disconnect it in your account and change your password. This ends all other sessions.',
    ],
    button: { label: 'View account settings', url },
  })
  return { to, subject: `${provider} was connected to your ${product.name} account`, ...body }
}
