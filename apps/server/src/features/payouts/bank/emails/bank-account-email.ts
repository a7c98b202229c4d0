import { product } from '@gridloom/contract/core/product'
import { formatUtc } from '@gridloom/domain/utc-time'
import { layOut } from '../../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../../platform/mail/mail.ts'
import { paidAccount, type Whose, whose } from '../../emails/whose.ts'

interface About extends Whose {
  /** In part. */
  iban: string
  publicUrl: string
}

/** Security notice that cannot be turned off: the bank account of payouts will change. */
export function bankAccountChanged(
  to: string,
  { effectiveAt, ...about }: About & { effectiveAt: Date },
): EmailMessage {
  return message(to, about, {
    heading: `${whose(about)} bank account for payouts will change`,
    text: `From ${formatUtc(effectiveAt)} on, payouts of ${paidAccount(about)} to a bank go to ${about.iban}.`,
    advice: 'If this was not you, cancel the change in your account and change your password.',
  })
}

/** Security notice that cannot be turned off: the bank account of payouts stays. */
export function bankAccountCancelled(to: string, about: About): EmailMessage {
  return message(to, about, {
    heading: `The change of ${whose(about, 'inside')} bank account was cancelled`,
    text: `Payouts of ${paidAccount(about)} will not go to ${about.iban}.`,
    advice: 'If this was not you, check the bank account and change your password.',
  })
}

/** Security notice that cannot be turned off: payouts go to no bank account any more. */
export function bankAccountRemoved(to: string, about: About): EmailMessage {
  return message(to, about, {
    heading: `${whose(about)} bank account was removed`,
    text: `No further payouts of ${paidAccount(about)} go to ${about.iban}. Those in progress still do.`,
    advice: 'If this was not you, check the bank account and change your password.',
  })
}

interface Words {
  heading: string
  text: string
  advice: string
}

function message(
  to: string,
  { iban, publicUrl }: About,
  { heading, text, advice }: Words,
): EmailMessage {
  const body = layOut({
    preheader: iban,
    heading,
    paragraphs: [text, advice],
    button: {
      label: 'View bank account',
      url: `${publicUrl}/account?section=billing&tab=payouts`,
    },
  })
  return { to, subject: `${heading} (${product.name})`, ...body }
}
