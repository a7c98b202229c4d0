import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

/** Confirms to the former address of an account that it is closed. */
export function accountClosedEmail(to: string): EmailMessage {
  const body = layOut({
    preheader: 'It was deleted permanently.',
    heading: 'Your account was deleted',
    paragraphs: [
      `Your ${product.name} account and personal data were deleted. Financial records are kept without your name.`,
      'You can register again with this email address at any time.',
    ],
    footnote: 'If you did not do this, contact the operator immediately.',
  })
  return { to, subject: `Your ${product.name} account was deleted`, ...body }
}
