import type { CoinQuote } from '@gridloom/contract/deposits/coin-quote'
import { formatTokenAmount } from '@gridloom/domain/wallet/token-amount'
import { walletProblem } from '../../shared/wallet/wallet-problem.ts'
import { formatMoney } from '../../ui/format/money.ts'

/** The coins to pay, such as `0.0125 ETH`. */
export function coinsOf({ amount, coin_decimals, coin_symbol }: CoinQuote): string {
  return `${formatTokenAmount(amount, coin_decimals)} ${coin_symbol}`
}

/** What one coin is credited as, and how it differs from the market. */
export function priceOf({
  coin_symbol,
  price_micro_usd,
  market_price_micro_usd,
}: CoinQuote): string {
  const price = `1 ${coin_symbol} = ${formatMoney(price_micro_usd)}`
  if (price_micro_usd === market_price_micro_usd) return price
  const percent = ((market_price_micro_usd - price_micro_usd) * 100) / market_price_micro_usd
  return `${price} (market ${formatMoney(market_price_micro_usd)} less ${Number(percent.toFixed(2))}\u00a0%)`
}

/** What went wrong with a quote or its payment. Wallets that try a transaction before they send it name the cause. */
export function coinProblem(error: unknown): string {
  let at: unknown = error
  for (let depth = 0; depth < 8 && at instanceof Error; depth++) {
    if (at.message.includes('quote expired'))
      return 'The quote expired before you paid. Nothing was taken. Get a new quote.'
    at = at.cause
  }
  return walletProblem(error)
}
