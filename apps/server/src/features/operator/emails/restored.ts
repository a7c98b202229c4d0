import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

/** Informs a user that their suspended account is restored. */
export function restoredEmail(to: string, url: string): EmailMessage {
  const body = layOut({
    preheader: 'You can sign in again.',
    heading: 'Your account was restored',
    paragraphs: [
      'You can sign in again, and your API keys work again.',
      'Your machines are still unlisted. List them again when you are ready.',
    ],
    button: { label: `Go to ${product.name}`, url },
  })
  return { to, subject: `Your ${product.name} account was restored`, ...body }
}
