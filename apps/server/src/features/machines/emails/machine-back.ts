import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

/** The email to a provider whose machine was offline and is back. */
export function machineBackEmail(
  to: string,
  { name, url }: { name: string; url: string },
): EmailMessage {
  const body = layOut({
    preheader: `${name} is online again.`,
    heading: `${name} is back online`,
    paragraphs: [
      `Your machine ${name} is online again. If it is listed, it can be rented again. Instances that are still running on it continue.`,
    ],
    button: { label: 'View machines', url },
    footnote: `You're subscribed to machine alerts. Change this in your ${product.name} account settings.`,
  })
  return { to, subject: `${name} is back online`, ...body }
}
