import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

/** An announcement, to somebody who wants them by mail. */
export function announcementEmail(
  to: string,
  { text, url }: { text: string; url: string },
): EmailMessage {
  const body = layOut({
    preheader: text,
    heading: `News of ${product.name}`,
    paragraphs: text.split(/\n+/).filter((line) => line.trim() !== ''),
    button: { label: `Go to ${product.name}`, url },
    footnote: `You chose to get announcements; change that in your ${product.name} account.`,
  })
  return { to, subject: `News of ${product.name}`, ...body }
}
