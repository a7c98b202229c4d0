import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

interface NewMatches {
  name: string
  text: string
  /** One line for each offer that is named. */
  lines: readonly string[]
  /** How many more match. */
  more: number
  /** The page of the search. */
  url: string
}

/** The email of a saved search: offers began to match it. */
export function searchMatchedEmail(
  to: string,
  { name, text, lines, more, url }: NewMatches,
): EmailMessage {
  const others = more === 0 ? [] : [`And ${more} more.`]
  const body = layOut({
    preheader: text,
    heading: `New offers for ${name}`,
    paragraphs: [text, ...lines, ...others, 'Offers are first come, first served.'],
    button: { label: 'View offers', url },
    footnote: `You saved this search. Pause or delete it with the command "gridloom searches", or turn these emails off in your ${product.name} account settings. There is at most one email an hour.`,
  })
  return { to, subject: `New offers for ${name}`, ...body }
}
