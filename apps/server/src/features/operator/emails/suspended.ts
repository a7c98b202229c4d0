import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

/** To somebody whose account the operator suspended. */
export function suspendedEmail(to: string, reason: string): EmailMessage {
  const body = layOut({
    preheader: reason,
    heading: 'Your account is suspended',
    paragraphs: [
      `The operator of ${product.name} suspended your account. The reason given: ${reason}`,
      'You cannot sign in meanwhile, your API keys do not work, and your machines are off the market. What runs goes on.',
      'If you think that this is a mistake, write to the operator.',
    ],
  })
  return { to, subject: `Your ${product.name} account is suspended`, ...body }
}
