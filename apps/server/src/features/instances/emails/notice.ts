import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

interface Told {
  subject: string
  /** The notice's own words. */
  text: string
  /** Where to do something about it. */
  button: { label: string; url: string }
}

/** A notice as a letter. */
export function noticeEmail(to: string, { subject, text, button }: Told): EmailMessage {
  const body = layOut({
    preheader: text,
    heading: subject,
    paragraphs: [text],
    button,
    footnote: `You chose to be told of this; change that in your ${product.name} account.`,
  })
  return { to, subject, ...body }
}
