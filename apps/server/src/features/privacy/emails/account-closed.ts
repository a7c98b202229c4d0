import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

/** To the address that an account had, when it is closed. */
export function accountClosedEmail(to: string): EmailMessage {
  const body = layOut({
    preheader: 'It is deleted for good.',
    heading: 'Your account is deleted',
    paragraphs: [
      `Your ${product.name} account is deleted, with everything that named you. What money records must keep stays without your name.`,
      'This address is free again: you may register with it whenever you like.',
    ],
    footnote: 'If you did not do this, write to the operator at once.',
  })
  return { to, subject: `Your ${product.name} account is deleted`, ...body }
}
