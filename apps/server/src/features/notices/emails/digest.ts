import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../platform/mail/layout.ts'
import { listNames } from '../../../platform/mail/list-names.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'

interface Digest {
  /** The labels of the instances, at least one. */
  names: readonly string[]
  /** The page of the account's instances. */
  url: string
}

/** The email that instances are lost. */
export function lostEmail(to: string, digest: Digest): EmailMessage {
  return digestEmail(to, digest, {
    state: 'lost',
    text: 'You are not billed while a machine is offline. Instances resume automatically when it is back, and we will email you then.',
  })
}

/** The email that lost instances are back. */
export function backEmail(to: string, digest: Digest): EmailMessage {
  return digestEmail(to, digest, {
    state: 'back',
    text: digest.names.length === 1 ? 'It is reachable again.' : 'They are reachable again.',
  })
}

function digestEmail(
  to: string,
  { names, url }: Digest,
  { state, text }: { state: 'lost' | 'back'; text: string },
): EmailMessage {
  const [only = ''] = names
  const subject =
    names.length === 1 ? `${only} is ${state}` : `${names.length} instances are ${state}`
  const body = layOut({
    preheader: text,
    heading: subject,
    paragraphs: [...(names.length === 1 ? [] : [listNames(names)]), text],
    button: { label: 'View instances', url },
    footnote: `You're subscribed to this notification. Change this in your ${product.name} account settings.`,
  })
  return { to, subject, ...body }
}
