import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

interface Silence {
  name: string
  /** When the machine was heard last. */
  since: Date
  /** The provider's page of machines. */
  url: string
}

/** To a provider whose machine has said nothing for ten minutes. */
export function machineOfflineEmail(to: string, { name, since, url }: Silence): EmailMessage {
  const body = layOut({
    preheader: `${name} was last heard at ${since.toUTCString()}.`,
    heading: `${name} has gone silent`,
    paragraphs: [
      `Your machine ${name} was last heard at ${since.toUTCString()}. Nobody can rent it meanwhile, and what is rented on it earns nothing.`,
      'Look whether it has power and a network, and whether the agent runs. "gridloom agent doctor" on the machine says what is wrong. You are told once more when it is back.',
    ],
    button: { label: 'See your machines', url },
    footnote: `You chose to be told of trouble with machines; change that in your ${product.name} account.`,
  })
  return { to, subject: `${name} has gone silent`, ...body }
}
