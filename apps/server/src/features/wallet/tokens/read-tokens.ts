import { Refused } from '@gridloom/contract/errors'
import type { Token, TokenBalance } from '@gridloom/contract/wallet/token'
import { readAddress } from '@gridloom/domain/wallet/address'
import type { WalletCtx } from '../ctx.ts'

/** The configured tokens, in the operator's order. */
export function listTokens({ walletTokens }: Pick<WalletCtx, 'walletTokens'>): Promise<Token[]> {
  return walletTokens.tokens()
}

/** What an address holds of each configured token. @throws Refused `invalid_input` for a wrong checksum */
export async function readBalances(
  { walletTokens }: Pick<WalletCtx, 'walletTokens'>,
  text: string,
): Promise<TokenBalance[]> {
  const address = readAddress(text)
  if (address === undefined)
    throw new Refused('invalid_input', { fields: { address: 'The checksum is wrong' } })
  return walletTokens.balancesOf(address)
}
