import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

/** An announcement, for a user who wants them by email. */
export function announcementEmail(
  to: string,
  { text, url }: { text: string; url: string },
): EmailMessage {
  const body = layOut({
    preheader: text,
    heading: `News from ${product.name}`,
    paragraphs: text.split(/\n+/).filter((line) => line.trim() !== ''),
    button: { label: `Go to ${product.name}`, url },
    footnote: `You're subscribed to announcements. Change this in your ${product.name} account settings.`,
  })
  return { to, subject: `News from ${product.name}`, ...body }
}
