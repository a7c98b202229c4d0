import type { MicroUsd } from '@gridloom/contract/core/values'

/** How long a quote holds. */
export const coinQuoteSeconds = 60

/** Decimals of the coins of EVM chains. */
export const coinDecimals = 18

/** The address that stands for the coin of a chain where a token has one. Source: ERC-7528. */
export const coinAddress = `0x${'e'.repeat(40)}`

/** What one account may ask for. Each quote is a price that holds while the market moves. */
export const coinQuoteLimits = { open: 3, perHour: 30 } as const

/** What an account has asked for. */
export interface CoinQuoteUse {
  /** Neither expired nor paid. */
  readonly open: number
  readonly lastHour: number
}

/** The limit that keeps an account from another quote, in words; `undefined`: none does. */
export function reachedQuoteLimit({ open, lastHour }: CoinQuoteUse): string | undefined {
  if (open >= coinQuoteLimits.open) return `${coinQuoteLimits.open} that have not expired`
  if (lastHour >= coinQuoteLimits.perHour) return `${coinQuoteLimits.perHour} an hour`
  return undefined
}

const oneCoin = 10n ** BigInt(coinDecimals)
const basis = 10_000

/** What a coin is credited as: the market price less the spread, rounded down. */
export function lessSpread(marketMicroUsd: MicroUsd, spreadBasisPoints: number): MicroUsd {
  return Number((BigInt(marketMicroUsd) * BigInt(basis - spreadBasisPoints)) / BigInt(basis))
}

/** The coins, in the smallest unit, that are worth an amount at a price; rounded up. */
export function coinsFor(microUsd: MicroUsd, priceMicroUsd: MicroUsd): bigint {
  const price = BigInt(priceMicroUsd)
  return (BigInt(microUsd) * oneCoin + price - 1n) / price
}

/** What coins are worth at a price, in micro-dollars; rounded down. */
export function worthOf(coins: bigint, priceMicroUsd: MicroUsd): bigint {
  return (coins * BigInt(priceMicroUsd)) / oneCoin
}

/** The lowest of several prices that are at most so far apart; `undefined`: there is none, or they differ more. */
export function agreedPrice(
  prices: readonly MicroUsd[],
  withinBasisPoints: number,
): MicroUsd | undefined {
  if (prices.length === 0) return undefined
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  return (highest - lowest) * basis <= lowest * withinBasisPoints ? lowest : undefined
}

const randomDigits = 48
const timeDigits = 16

/**
 * The code of a quote on its chain: 24 random bytes (as hexadecimal) that nobody can guess, and the second since 1970
 * until which it may be paid. The contract reads the time from it, so that another time is another quote.
 */
export function coinQuoteCode(random: string, untilS: number): string {
  return `0x${random.slice(0, randomDigits)}${untilS.toString(16).padStart(timeDigits, '0')}`
}

/** The data of the call `pay(bytes32)` that pays a quote. */
export function coinPaymentData(code: string): string {
  return `0x8609cad1${code.slice(2)}`
}
