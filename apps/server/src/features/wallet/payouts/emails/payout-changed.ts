import { product } from '@gridloom/contract/core/product'
import { formatUtc } from '@gridloom/domain/utc-time'
import { checksumAddress } from '@gridloom/domain/wallet/address'
import { layOut } from '../../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../../platform/mail/mail.ts'

interface Changed {
  address: string
  effectiveAt: Date
  /** `null`: a user's own account. */
  company: string | null
  /** The page on which the change can be cancelled. */
  url: string
}

/** Security notice that cannot be turned off: the payout address will change. */
export function payoutChangedEmail(
  to: string,
  { address, effectiveAt, company, url }: Changed,
): EmailMessage {
  const shown = checksumAddress(address)
  const account = company ?? `your ${product.name} account`
  const body = layOut({
    preheader: shown,
    heading:
      company === null
        ? 'Your payout address will change'
        : `The payout address of ${company} will change`,
    paragraphs: [
      `From ${formatUtc(effectiveAt)} on, payouts of ${account} go to ${shown}.`,
      'If this was not you, cancel the change in your account and change your password.',
    ],
    button: { label: 'View or cancel the change', url },
  })
  return { to, subject: `The payout address of ${account} will change`, ...body }
}
