import { product } from '@gridloom/contract/core/product'
import { checksumAddress } from '@gridloom/domain/wallet/address'
import { layOut } from '../../../../platform/mail/layout.ts'
import type { EmailMessage } from '../../../../platform/mail/mail.ts'

interface Linked {
  address: string
  /** The page that lists the user's wallets. */
  url: string
}

/** Security notice that cannot be turned off: an address was linked. */
export function walletLinkedEmail(to: string, { address, url }: Linked): EmailMessage {
  const shown = checksumAddress(address)
  const body = layOut({
    preheader: shown,
    heading: 'A wallet was linked',
    paragraphs: [
      `The address ${shown} was linked to your ${product.name} account. It can now be used to sign in.`,
      'If this was not you, remove it in your account and change your password. This ends all other sessions.',
    ],
    button: { label: 'View wallets', url },
  })
  return { to, subject: `A wallet was linked to your ${product.name} account`, ...body }
}
