import { product } from '@gridloom/contract/core/product'
import { layOut } from '../../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../../platform/mail/mail.ts'

interface Added {
  /** What the person calls it. */
  name: string
  /** Where the person sees their passkeys. */
  url: string
}

/** A notice that nobody can turn off: an account has a further sign-in method. */
export function passkeyAddedEmail(to: string, { name, url }: Added): EmailMessage {
  const body = layOut({
    preheader: `It is called “${name}”.`,
    heading: 'A passkey was added',
    paragraphs: [
      `The passkey “${name}” was just added to your ${product.name} account: whoever holds it can sign in.`,
      'If that was not you, remove it in your account and choose a new password, which ends every other session.',
    ],
    button: { label: 'Go to my account', url },
  })
  return { to, subject: `A passkey was added to your ${product.name} account`, ...body }
}
