import type { MicroUsd, MicroUsdPerHour } from '@gridloom/contract/core/values'

const msPerHour = 3_600_000n

/** Whole milliseconds that a machine of score 1 would have taken for a picture. */
export function referenceMsOf(renderMs: number, score: number): number {
  return Math.round(Math.max(0, renderMs) * score)
}

/**
 * The price of a picture: reference time at a price per reference hour, rounded up to a whole micro-dollar, so that
 * nothing with a price is free. Throws RangeError for negative, fractional or too large numbers (beyond 2^53 - 1).
 */
export function framePrice(
  referenceMs: number,
  microUsdPerReferenceHour: MicroUsdPerHour,
): MicroUsd {
  for (const value of [referenceMs, microUsdPerReferenceHour]) {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`must be a whole number that is not negative: ${value}`)
  }
  const product = BigInt(referenceMs) * BigInt(microUsdPerReferenceHour)
  const microUsd = Number((product + msPerHour - 1n) / msPerHour)
  if (!Number.isSafeInteger(microUsd)) throw new RangeError(`not a safe whole number: ${microUsd}`)
  return microUsd
}
