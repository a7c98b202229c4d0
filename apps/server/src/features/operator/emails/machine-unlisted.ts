import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

interface Unlisting {
  name: string
  reason: string
  url: string
}

/** Informs the owner of a machine that the operator unlisted. */
export function machineUnlistedEmail(to: string, { name, reason, url }: Unlisting): EmailMessage {
  const body = layOut({
    preheader: reason,
    heading: `${name} was unlisted`,
    paragraphs: [
      `The operator of ${product.name} unlisted your machine ${name}. Reason: ${reason}`,
      'Running instances continue. List the machine again once the problem is fixed.',
    ],
    button: { label: 'View machines', url },
  })
  return { to, subject: `${name} was unlisted`, ...body }
}
