import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

interface Unlisting {
  name: string
  reason: string
  url: string
}

/** To the owner of a machine that the operator took off the market. */
export function machineUnlistedEmail(to: string, { name, reason, url }: Unlisting): EmailMessage {
  const body = layOut({
    preheader: reason,
    heading: `${name} is off the market`,
    paragraphs: [
      `The operator of ${product.name} took your machine ${name} off the market. The reason given: ${reason}`,
      'What is rented on it goes on. List it again when what was wrong is put right.',
    ],
    button: { label: 'See your machines', url },
  })
  return { to, subject: `${name} is off the market`, ...body }
}
