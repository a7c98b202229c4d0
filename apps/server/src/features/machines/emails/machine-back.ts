import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

/** To a provider whose machine was silent and has been heard again for a while. */
export function machineBackEmail(
  to: string,
  { name, url }: { name: string; url: string },
): EmailMessage {
  const body = layOut({
    preheader: 'It is heard again.',
    heading: `${name} is back`,
    paragraphs: [
      `Your machine ${name} is heard again. If it is listed, it is on the market again; what was rented on it goes on where it still runs.`,
    ],
    button: { label: 'See your machines', url },
    footnote: `You chose to be told of trouble with machines; change that in your ${product.name} account.`,
  })
  return { to, subject: `${name} is back`, ...body }
}
