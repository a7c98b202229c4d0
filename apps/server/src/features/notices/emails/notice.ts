import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

interface NoticeText {
  subject: string
  /** The text of the notice. */
  text: string
  /** The page that helps with it. */
  button: { label: string; url: string }
}

/** The email of a notice. */
export function noticeEmail(to: string, { subject, text, button }: NoticeText): EmailMessage {
  const body = layOut({
    preheader: text,
    heading: subject,
    paragraphs: [text],
    button,
    footnote: `You're subscribed to this notification. Change this in your ${product.name} account settings.`,
  })
  return { to, subject, ...body }
}
