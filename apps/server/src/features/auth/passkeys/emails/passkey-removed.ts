import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../../platform/mail/mail.ts'

interface Removed {
  /** What the person called it. */
  name: string
  /** Where the person sees their passkeys. */
  url: string
}

/** A notice that nobody can turn off: an account lost a sign-in method. */
export function passkeyRemovedEmail(to: string, { name, url }: Removed): EmailMessage {
  const body = layOut({
    preheader: `It was called “${name}”.`,
    heading: 'A passkey was removed',
    paragraphs: [
      `The passkey “${name}” was just removed from your ${product.name} account: nobody can sign in with it any more.`,
      'If that was not you, choose a new password, which ends every other session, and add the passkey again.',
    ],
    button: { label: 'Go to my account', url },
  })
  return { to, subject: `A passkey was removed from your ${product.name} account`, ...body }
}
