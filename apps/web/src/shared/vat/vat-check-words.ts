import type { VatCheck } from '@gridloom/contract/invoices/vat-check'

/** Says what VIES answered about a VAT ID, and what happens where it gave no answer. */
export function vatCheckWords(check: VatCheck): string {
  const again = check.retry_at === null ? '' : ' VIES gives no answer now and is asked again later.'
  const { checked_at: at, consultation_number: number } = check
  switch (check.state) {
    case 'valid':
      return `VIES confirmed this VAT ID on ${dayOf(at)}${number === null ? '' : `, consultation number ${number}`}.${again}`
    case 'invalid':
      return `VIES did not know this VAT ID on ${dayOf(at)}. Until it does, documents are made as without a VAT ID.${again}`
    case 'pending':
      return 'This VAT ID is being checked with VIES.'
    case 'unavailable':
      return 'VIES gives no answer for this country now and is asked again later. Until then the VAT ID counts.'
  }
}

/** The UTC day, as the operator's evidence has it. */
function dayOf(at: string | null): string {
  return at?.slice(0, 10) ?? ''
}
