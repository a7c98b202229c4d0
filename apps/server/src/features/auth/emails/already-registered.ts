import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

/** Informs the holder of an account that its address was registered again. Only this email reveals the account. */
export function alreadyRegisteredEmail(to: string, url: string): EmailMessage {
  const body = layOut({
    preheader: 'Someone tried to register with your email address.',
    heading: 'You already have an account',
    paragraphs: [
      `Someone, possibly you, tried to register at ${product.name} with this email address. It already has an account, so no new one was created.`,
      'To sign in, use your existing account. If you forgot your password, choose "Forgot password" on the sign-in page.',
    ],
    button: { label: `Go to ${product.name}`, url },
  })
  return { to, subject: `You already have an account at ${product.name}`, ...body }
}
