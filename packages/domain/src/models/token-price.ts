import type { MicroUsd } from '@gridloom/contract/core/values'
import type { TokenPrice } from '@gridloom/contract/models/token-price'

/** Tokens of one answer, as the engine's own tokenizer counts them. */
export interface TokensUsed {
  /** All of the prompt. */
  readonly input: number
  /** The part of these that the engine had cached. */
  readonly cached: number
  readonly output: number
}

const perMillion = 1_000_000n

/**
 * The price of an answer: its tokens at a price per million each, rounded up once to a whole micro-dollar. Throws
 * RangeError for counts that are negative or fractional, and for more cached tokens than input.
 */
export function answerPrice({ input, cached, output }: TokensUsed, price: TokenPrice): MicroUsd {
  for (const count of [input, cached, output])
    if (!Number.isSafeInteger(count) || count < 0)
      throw new RangeError(`must be a whole number that is not negative: ${count}`)
  if (cached > input) throw new RangeError(`more cached than input tokens: ${cached} of ${input}`)
  const sum =
    BigInt(input - cached) * BigInt(price.input_micro_usd) +
    BigInt(cached) * BigInt(price.cached_micro_usd) +
    BigInt(output) * BigInt(price.output_micro_usd)
  const microUsd = Number((sum + perMillion - 1n) / perMillion)
  if (!Number.isSafeInteger(microUsd)) throw new RangeError(`not a safe whole number: ${microUsd}`)
  return microUsd
}

/** The lowest of several prices, for a million input and a million output tokens; `undefined` for none. */
export function lowestPrice(prices: readonly TokenPrice[]): TokenPrice | undefined {
  return prices.toSorted((one, other) => inAndOut(one) - inAndOut(other))[0]
}

function inAndOut({ input_micro_usd, output_micro_usd }: TokenPrice): MicroUsd {
  return input_micro_usd + output_micro_usd
}

/** The most that an answer can cost: each token of the prompt at the higher price, and the maximum length. */
export function dearestAnswer(
  { input, outputMax }: { input: number; outputMax: number },
  price: TokenPrice,
): MicroUsd {
  const input_micro_usd = Math.max(price.input_micro_usd, price.cached_micro_usd)
  return answerPrice({ input, cached: 0, output: outputMax }, { ...price, input_micro_usd })
}
