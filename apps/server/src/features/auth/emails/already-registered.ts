import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

/** To the holder of an account when its address is used to register again: the only place that reveals the account. */
export function alreadyRegisteredEmail(to: string, url: string): EmailMessage {
  const body = layOut({
    preheader: 'Somebody registered with your address.',
    heading: 'You already have an account',
    paragraphs: [
      `Somebody, perhaps you, just registered at ${product.name} with this address. It has an account, so no second one was made.`,
      'Sign in with it. If you do not remember the password, choose a new one with "Forgot password" there.',
    ],
    button: { label: `Go to ${product.name}`, url },
  })
  return { to, subject: `You already have an account at ${product.name}`, ...body }
}
