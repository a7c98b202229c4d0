import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

/** Welcomes a user whose address was just verified. */
export function welcomeEmail(to: string, url: string): EmailMessage {
  const body = layOut({
    preheader: 'Your email address is verified.',
    heading: `Welcome to ${product.name}`,
    paragraphs: [
      'Your email address is verified, and your account is ready.',
      'You can now rent a machine by the second, or host your own.',
    ],
    button: { label: `Go to ${product.name}`, url },
  })
  return { to, subject: `Welcome to ${product.name}`, ...body }
}
