import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

interface BillingEmailChange {
  to: string
  /** Whether this address gets the invoices from now on, or no longer. */
  state: 'added' | 'removed'
  url: string
}

/** Tells an address that invoices are sent to it from now on, or no longer. */
export function billingEmailChanged({ to, state, url }: BillingEmailChange): EmailMessage {
  const what =
    state === 'added'
      ? `Invoices of an account at ${product.name} will be sent to ${to}.`
      : `Invoices of an account at ${product.name} will no longer be sent to ${to}.`
  return {
    to,
    subject: state === 'added' ? 'Billing address added' : 'Billing address removed',
    ...layOut({
      preheader: what,
      heading: state === 'added' ? 'Billing address added' : 'Billing address removed',
      paragraphs: [what, 'If you did not expect this, contact whoever manages the account.'],
      button: { label: 'View billing details', url },
    }),
  }
}
