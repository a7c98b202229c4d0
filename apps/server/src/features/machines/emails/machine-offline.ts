import { product } from '@gridloom/contract/core/product'
import { formatUtc } from '@gridloom/domain/utc-time'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

interface OfflineMachine {
  name: string
  lastSeenAt: Date
  /** The page of the provider's machines. */
  url: string
}

/** The email to a provider whose machine has been offline for ten minutes. */
export function machineOfflineEmail(
  to: string,
  { name, lastSeenAt, url }: OfflineMachine,
): EmailMessage {
  const body = layOut({
    preheader: `${name} was last seen at ${formatUtc(lastSeenAt)}.`,
    heading: `${name} is offline`,
    paragraphs: [
      `Your machine ${name} was last seen at ${formatUtc(lastSeenAt)}. While it is offline, it can't be rented and earns nothing.`,
      'Check that it has power and a network connection, and that the agent is running. Run "gridloom agent doctor" on the machine to find the problem. We\'ll email you once more when it is back online.',
    ],
    button: { label: 'View machines', url },
    footnote: `You're subscribed to machine alerts. Change this in your ${product.name} account settings.`,
  })
  return { to, subject: `${name} is offline`, ...body }
}
