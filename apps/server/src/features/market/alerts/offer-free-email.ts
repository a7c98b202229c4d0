import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

interface FreeOffer {
  hardware: string
  text: string
  /** The page of the offer. */
  url: string
  /** The page where alerts are deleted. */
  stopUrl: string
}

/** The email of an alert: an offer that fits it is free. */
export function offerFreeEmail(
  to: string,
  { hardware, text, url, stopUrl }: FreeOffer,
): EmailMessage {
  const body = layOut({
    preheader: text,
    heading: `${hardware} is available`,
    paragraphs: [
      text,
      'Other renters may have the same alert, and offers are first come, first served. This alert is now off.',
    ],
    button: { label: 'View offer', url },
    footnote: `You asked for this alert. See and delete your alerts at ${stopUrl}, or turn these emails off in your ${product.name} account settings.`,
  })
  return { to, subject: `${hardware} is available`, ...body }
}
