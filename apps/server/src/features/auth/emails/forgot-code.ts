import { otpLifeS } from '@gridloom/contract/core/constants'
import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'
import { codeEntry } from './code-entry.ts'

/** To the holder of an account who wants a new password. */
export function forgotCodeEmail(
  to: string,
  { code, url }: { code: string; url: string },
): EmailMessage {
  const body = layOut({
    preheader: `It is good for ${otpLifeS / 60} minutes.`,
    heading: 'Your code for a new password',
    paragraphs: [
      `Enter this code at ${product.name} to choose a new password.`,
      'Your password stays as it is until you do. If you did not ask for this, somebody else typed your address.',
    ],
    code,
    button: { label: 'Enter the code', url: codeEntry(url, to, 'forgot') },
    footnote: `The code is good for ${otpLifeS / 60} minutes and once. Nobody of ${product.name} will ever ask you for it.`,
  })
  return { to, subject: `Your ${product.name} code for a new password`, ...body }
}
