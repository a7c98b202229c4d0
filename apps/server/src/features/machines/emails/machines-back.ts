import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import { listNames } from '../../../platform/mail/list-names.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

interface MachinesBack {
  /** At least one. */
  names: readonly string[]
  /** The page of the provider's machines. */
  url: string
}

/** The email to a provider whose machines were offline and are back. */
export function machinesBackEmail(to: string, { names, url }: MachinesBack): EmailMessage {
  const [only = ''] = names
  const isOne = names.length === 1
  const subject = isOne ? `${only} is back online` : `${names.length} machines are back online`
  const again = isOne
    ? `Your machine ${only} is online again. If it is listed, it can be rented again.`
    : 'Your machines are online again. Those that are listed can be rented again.'
  const body = layOut({
    preheader: again,
    heading: subject,
    paragraphs: [
      ...(isOne ? [] : [listNames([...names].sort())]),
      `${again} Instances that are still running continue.`,
    ],
    button: { label: 'View machines', url },
    footnote: `You're subscribed to machine alerts. Change this in your ${product.name} account settings.`,
  })
  return { to, subject, ...body }
}
