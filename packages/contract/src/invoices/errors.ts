import type { ErrorTexts } from '../core/error-texts.ts'

export const invoicesErrors = {
  invoices_off: {
    status: 409,
    text: 'Invoices are not set up on this installation (INVOICE_SELLER).',
  },
  credit_note_too_high: {
    status: 409,
    text: 'At most {left} of this invoice can still be credited.',
  },
} as const satisfies ErrorTexts
