import { checksumAddress } from '@gridloom/domain/wallet/address'

/** How long a message may wait for its signature. */
export const messageLifeMs = 5 * 60_000

interface SignInMessage {
  /** The public address of the product. */
  publicUrl: string
  address: string
  /** What the signature is for: one line. */
  statement: string
  chainId: number
  nonce: string
  issuedAt: Date
}

/** The text that a wallet signs, with all that binds it to this site, chain and moment. Source: EIP-4361. */
export function signInMessage(message: SignInMessage): string {
  const { host, origin } = new URL(message.publicUrl)
  const expiresAt = new Date(message.issuedAt.getTime() + messageLifeMs)
  return [
    // The scheme only where it is not https, the default of the standard.
    `${origin.startsWith('https:') ? host : origin} wants you to sign in with your Ethereum account:`,
    checksumAddress(message.address),
    '',
    message.statement,
    '',
    `URI: ${origin}`,
    'Version: 1',
    `Chain ID: ${message.chainId}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${message.issuedAt.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
  ].join('\n')
}
