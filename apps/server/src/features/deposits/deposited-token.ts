import { coinAddress, coinDecimals } from '@gridloom/domain/deposits/coin-quotes'
import type { DepositChainConfig } from '../../deposits-config.ts'

/** The symbol and decimals of what was deposited; `undefined`: a token that is not credited. */
export function depositedToken(
  config: DepositChainConfig | undefined,
  token: string,
): { symbol: string; decimals: number } | undefined {
  if (config !== undefined && token === coinAddress)
    return { symbol: config.chain.native_currency.symbol, decimals: coinDecimals }
  return config?.tokens.find(({ address }) => address === token)
}
