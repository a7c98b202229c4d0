import { product } from '@gridloom/contract/core/product'
import { checksumAddress } from '@gridloom/domain/wallet/address'
import { layOut } from '../../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../../platform/mail/mail.ts'

interface Removed {
  address: string
  /** The page that lists the user's wallets. */
  url: string
}

/** Security notice that cannot be turned off: an address was removed. */
export function walletRemovedEmail(to: string, { address, url }: Removed): EmailMessage {
  const shown = checksumAddress(address)
  const body = layOut({
    preheader: shown,
    heading: 'A wallet was removed',
    paragraphs: [
      `The address ${shown} was removed from your ${product.name} account. It can no longer be used to sign in, and payouts no longer go to it.`,
      'If this was not you, change your password. This ends all other sessions.',
    ],
    button: { label: 'View wallets', url },
  })
  return { to, subject: `A wallet was removed from your ${product.name} account`, ...body }
}
