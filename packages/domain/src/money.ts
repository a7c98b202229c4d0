import type { MicroUsd, MicroUsdPerHour } from '@gridloom/contract/core/values'

const secondsPerHour = 3600n

/** The longest time that {@link lastsS} reports: a hundred years of 365 days, in seconds. */
export const longestLastS = 100 * 365 * 24 * 60 * 60

/**
 * The price of `seconds` of use at a price per hour, rounded down to a whole micro-dollar, so never above the exact
 * price.
 * Throws RangeError for a negative or fractional input, or a result beyond 2^53 - 1.
 */
export function chargeFor(microUsdPerHour: MicroUsdPerHour, seconds: number): MicroUsd {
  return multiplyDivide(microUsdPerHour, seconds, secondsPerHour)
}

/**
 * The cost of the seconds from `fromS` up to `toS` of one instance's use. The rounding is cumulative: however S seconds
 * are cut into intervals, their charges add up to exactly `chargeFor(price, S)`. Both are counted from the start of the
 * use at this price. Throws RangeError when `toS < fromS`.
 */
export function chargeBetween(
  microUsdPerHour: MicroUsdPerHour,
  fromS: number,
  toS: number,
): MicroUsd {
  if (toS < fromS) throw new RangeError(`an interval cannot end before it begins: ${fromS}..${toS}`)
  return chargeFor(microUsdPerHour, toS) - chargeFor(microUsdPerHour, fromS)
}

/**
 * The least amount that surely pays for any `seconds` of use: rounded up, because the position of an interval decides
 * whether cumulative rounding adds a micro-dollar to it. For holds.
 */
export function coverFor(microUsdPerHour: MicroUsdPerHour, seconds: number): MicroUsd {
  const product = whole(microUsdPerHour) * whole(seconds)
  return safe((product + secondsPerHour - 1n) / secondsPerHour)
}

/**
 * The seconds that `balanceMicroUsd` surely lasts at a price per hour, rounded down and at most {@link longestLastS};
 * `null` when nothing is spent. A balance below zero lasts 0 s.
 */
export function lastsS(balanceMicroUsd: MicroUsd, microUsdPerHour: MicroUsdPerHour): number | null {
  if (microUsdPerHour === 0) return null
  if (balanceMicroUsd <= 0) return 0
  const seconds = (whole(balanceMicroUsd) * secondsPerHour) / whole(microUsdPerHour)
  return seconds > BigInt(longestLastS) ? longestLastS : Number(seconds)
}

/**
 * Computes `a × b ÷ divisor` exactly, rounded down. All must be whole and not negative.
 * Throws RangeError if they are not, or if the result is beyond 2^53 - 1.
 */
export function multiplyDivide(a: number, b: number, divisor: bigint): number {
  return safe((whole(a) * whole(b)) / divisor)
}

/** The sum of amounts; throws RangeError if it is not an integer that a number represents exactly. */
export function sumMicroUsd(amounts: Iterable<MicroUsd>): MicroUsd {
  let sum = 0
  for (const amount of amounts) sum = exact(sum + amount)
  return sum
}

function whole(value: number): bigint {
  if (exact(value) < 0) throw new RangeError(`must not be negative: ${value}`)
  return BigInt(value)
}

function exact(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe whole number: ${value}`)
  return value
}

function safe(value: bigint): number {
  return exact(Number(value))
}
