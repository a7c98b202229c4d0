import { product } from '@gridloom/contract/core/product'
import { formatUtc } from '@gridloom/domain/utc-time'
import { layOut } from '../../../platform/mail/layout.ts'
import { listNames } from '../../../platform/mail/list-names.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

interface MachinesOffline {
  /** At least one. */
  machines: readonly { name: string; lastSeenAt: Date }[]
  /** The page of the provider's machines. */
  url: string
}

/** The email to a provider whose machines have been offline for ten minutes, one or all of an outage. */
export function machinesOfflineEmail(to: string, { machines, url }: MachinesOffline): EmailMessage {
  const { subject, silent } = machines.length === 1 ? oneOf(machines) : severalOf(machines)
  const body = layOut({
    preheader: silent,
    heading: subject,
    paragraphs: [
      ...(machines.length === 1 ? [] : [listNames(machines.map(({ name }) => name).sort())]),
      silent,
      'Check power, the network connection, and that the agent is running. Run "gridloom agent doctor" on a machine to find the problem. We\'ll email you once more when it is over.',
    ],
    button: { label: 'View machines', url },
    footnote: `You're subscribed to machine alerts. Change this in your ${product.name} account settings.`,
  })
  return { to, subject, ...body }
}

function oneOf([machine]: MachinesOffline['machines']) {
  const name = machine?.name ?? ''
  const at = formatUtc(machine?.lastSeenAt ?? new Date(0))
  return {
    subject: `${name} is offline`,
    silent: `Your machine ${name} was last seen at ${at}. While it is offline, it can't be rented and earns nothing.`,
  }
}

function severalOf(machines: MachinesOffline['machines']) {
  const seenMs = machines.map(({ lastSeenAt }) => lastSeenAt.getTime())
  const [first, last] = [Math.min(...seenMs), Math.max(...seenMs)].map((ms) =>
    formatUtc(new Date(ms)),
  )
  const when = first === last ? `at ${first}` : `between ${first} and ${last}`
  return {
    subject: `${machines.length} machines are offline`,
    silent: `Your machines were last seen ${when}. While they are offline, they can't be rented and earn nothing.`,
  }
}
