import { product } from '@gridloom/contract/core/product'
import { formatUtc } from '@gridloom/domain/utc-time'
import { layOut } from '../../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../../platform/mail/mail.ts'
import { paidAccount, type Whose, whose } from '../../emails/whose.ts'

interface About extends Whose {
  publicUrl: string
}

/** Security notice that cannot be turned off: payouts will go to a Stripe account, or to another bank account behind it. */
export function stripeAccountChanged(
  to: string,
  { effectiveAt, ...about }: About & { effectiveAt: Date },
): EmailMessage {
  return message(to, about, {
    heading: `${whose(about)} Stripe account for payouts changed`,
    text: `From ${formatUtc(effectiveAt)} on, payouts of ${paidAccount(about)} by Stripe go to the bank account or card that was entered there.`,
    advice: 'If this was not you, disconnect the Stripe account and change your password.',
  })
}

/** Security notice that cannot be turned off: payouts go to no Stripe account any more. */
export function stripeAccountRemoved(to: string, about: About): EmailMessage {
  return message(to, about, {
    heading: `${whose(about)} Stripe account was disconnected`,
    text: `No further payouts of ${paidAccount(about)} go to it. What is in its balance at Stripe stays there.`,
    advice: 'If this was not you, change your password and set Stripe up again.',
  })
}

interface Words {
  heading: string
  text: string
  advice: string
}

function message(to: string, { publicUrl }: About, { heading, text, advice }: Words): EmailMessage {
  const body = layOut({
    preheader: heading,
    heading,
    paragraphs: [text, advice],
    button: { label: 'View payouts', url: `${publicUrl}/account?section=billing&tab=payouts` },
  })
  return { to, subject: `${heading} (${product.name})`, ...body }
}
