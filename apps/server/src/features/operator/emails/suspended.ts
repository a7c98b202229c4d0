import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

/** Informs a user that the operator suspended their account. */
export function suspendedEmail(to: string, reason: string): EmailMessage {
  const body = layOut({
    preheader: reason,
    heading: 'Your account is suspended',
    paragraphs: [
      `The operator of ${product.name} suspended your account. Reason: ${reason}`,
      'While it is suspended, you cannot sign in, your API keys do not work, and your machines are unlisted. Running work continues.',
      'If you think this is a mistake, contact the operator.',
    ],
  })
  return { to, subject: `Your ${product.name} account is suspended`, ...body }
}
