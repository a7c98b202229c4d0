import { otpLifeS } from '@gridloom/contract/core/constants'
import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'
import { codeEntry } from './code-entry.ts'

/** The code with which the holder of an account sets a new password. */
export function forgotCodeEmail(
  to: string,
  { code, url }: { code: string; url: string },
): EmailMessage {
  const body = layOut({
    preheader: `It expires in ${otpLifeS / 60} minutes.`,
    heading: 'Reset your password',
    paragraphs: [
      `Enter this code at ${product.name} to choose a new password.`,
      'Your password does not change until you do. If you did not request this, you can ignore this email.',
    ],
    code,
    button: { label: 'Enter the code', url: codeEntry(url, to, 'forgot') },
    footnote: `The code expires in ${otpLifeS / 60} minutes and works once. ${product.name} will never ask you for it.`,
  })
  return { to, subject: `Your ${product.name} password reset code`, ...body }
}
