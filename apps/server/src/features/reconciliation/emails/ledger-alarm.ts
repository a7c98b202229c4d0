import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

/** Informs an operator that the ledger check found differences or failed. */
export function ledgerAlarmEmail(
  to: string,
  { text, url }: { text: string; url: string },
): EmailMessage {
  const body = layOut({
    preheader: text,
    heading: 'Ledger check: action needed',
    paragraphs: [text, 'Find the cause before you correct anything: the records are evidence.'],
    button: { label: 'View ledger check', url },
    footnote: `Sent to all operators of ${product.name}. It cannot be turned off.`,
  })
  return { to, subject: 'Ledger check: action needed', ...body }
}
