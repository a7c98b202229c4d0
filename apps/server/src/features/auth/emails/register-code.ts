import { otpLifeS } from '@gridloom/contract/core/constants'
import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'
import { codeEntry } from './code-entry.ts'

/** The code that verifies the address of a registration. */
export function registerCodeEmail(
  to: string,
  { code, url }: { code: string; url: string },
): EmailMessage {
  const body = layOut({
    preheader: `It expires in ${otpLifeS / 60} minutes.`,
    heading: 'Verify your email address',
    paragraphs: [`Enter this code at ${product.name} to verify your email address.`],
    code,
    button: { label: 'Enter the code', url: codeEntry(url, to, 'register') },
    footnote: `The code expires in ${otpLifeS / 60} minutes and works once. ${product.name} will never ask you for it.`,
  })
  return { to, subject: `Your ${product.name} verification code`, ...body }
}
