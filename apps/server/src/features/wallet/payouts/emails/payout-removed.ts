import { checksumAddress } from '@gridloom/domain/wallet/address'
import { layOut } from '../../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../../platform/mail/mail.ts'

interface Removed {
  address: string
  company: string
}

/** Security notice that cannot be turned off: payouts of a company no longer go to the wallet of a former member. */
export function payoutRemovedEmail(to: string, { address, company }: Removed): EmailMessage {
  const shown = checksumAddress(address)
  const body = layOut({
    preheader: shown,
    heading: `${company} has no payout address`,
    paragraphs: [
      `Payouts of ${company} went to ${shown}. The member who linked this wallet is no longer in the company, so it was removed.`,
      'Payouts wait until an owner or admin chooses another address under Billing, Payouts. Those in progress still go to this one.',
    ],
  })
  return { to, subject: `The payout address of ${company} was removed`, ...body }
}
