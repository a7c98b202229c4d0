import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

/** Security notice that cannot be turned off: the password was changed. */
export function passwordChangedEmail(to: string, url: string): EmailMessage {
  const body = layOut({
    preheader: 'All other sessions were signed out.',
    heading: 'Your password was changed',
    paragraphs: [
      `The password of your ${product.name} account was changed, and all other sessions were ended. API keys keep working.`,
      'If this was not you, reset your password immediately with "Forgot password", and review your API keys and SSH keys.',
    ],
    button: { label: `Go to ${product.name}`, url },
  })
  return { to, subject: `Your ${product.name} password was changed`, ...body }
}
