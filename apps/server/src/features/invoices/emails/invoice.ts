import type { InvoiceContent } from '@gridloom/contract/invoices/invoice'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'
import { documentTitles, monthWords, usd } from '../pdf/words.ts'

interface InvoiceEmail {
  to: string
  content: Pick<InvoiceContent, 'kind' | 'number' | 'month' | 'totals'>
  /** The page with all invoices. */
  url: string
  /** The PDF. */
  bytes: Buffer
}

/** The email that brings an invoice, self-billing statement or credit note. */
export function invoiceEmail({ to, content, url, bytes }: InvoiceEmail): EmailMessage {
  const title = documentTitles[content.kind]
  const month = monthWords(content.month)
  return {
    to,
    subject: `${title} ${content.number} for ${month}`,
    ...layOut({
      preheader: `${month}: $${usd(content.totals.total_cents)}`,
      heading: `${title} ${content.number}`,
      paragraphs: [
        `${month}: $${usd(content.totals.total_cents)}, of which VAT $${usd(content.totals.vat_cents)}.`,
        content.kind === 'invoice'
          ? 'The PDF is attached. It was paid from the balance: nothing is due.'
          : 'The PDF is attached.',
      ],
      button: { label: 'View invoices', url },
      footnote: 'You can turn these emails off in the billing details.',
    }),
    attachment: { name: `${content.number}.pdf`, mediaType: 'application/pdf', bytes },
  }
}
