import { product } from '@gridloom/contract/core/product'
import { checksumAddress } from '@gridloom/domain/wallet/address'
import { layOut } from '../../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../../platform/mail/mail.ts'

interface Cancelled {
  address: string
  /** `null`: a user's own account. */
  company: string | null
  /** The page that shows the payout address. */
  url: string
}

/** Security notice that cannot be turned off: the payout address stays. */
export function payoutCancelledEmail(
  to: string,
  { address, company, url }: Cancelled,
): EmailMessage {
  const shown = checksumAddress(address)
  const account = company ?? `your ${product.name} account`
  const body = layOut({
    preheader: shown,
    heading: `The change of ${company === null ? 'your' : `${company}’s`} payout address was cancelled`,
    paragraphs: [
      `Payouts of ${account} will not go to ${shown}.`,
      'If this was not you, check the payout address in your account and change your password.',
    ],
    button: { label: 'View payout address', url },
  })
  return { to, subject: `The payout address of ${account} stays`, ...body }
}
