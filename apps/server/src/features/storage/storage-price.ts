import type { MicroUsd } from '@gridloom/contract/core/values'

const secondsPerMonth = 730 * 3_600
const bytesPerGb = 1_000_000_000
/** Byte-seconds of one GB-month. */
const unit = BigInt(bytesPerGb) * BigInt(secondsPerMonth)

/** Adds the byte-seconds of some time to those that are owed. Pure. */
export function owedAfter(
  { owed_byte_s, stored_bytes, metered_at }: StoredSince,
  now: Date,
): bigint {
  const elapsedMs = Math.max(0, now.getTime() - metered_at.getTime())
  return BigInt(owed_byte_s) + (BigInt(stored_bytes) * BigInt(elapsedMs)) / 1_000n
}

export interface StoredSince {
  owed_byte_s: string
  stored_bytes: number
  metered_at: Date
}

/** Returns the whole micro-dollars of byte-seconds at a price for a GB-month, and the byte-seconds that remain. Pure. */
export function priceOwed(
  owedByteS: bigint,
  microUsdPerGbMonth: MicroUsd,
): { microUsd: MicroUsd; restByteS: bigint } {
  const price = BigInt(microUsdPerGbMonth)
  if (price === 0n) return { microUsd: 0, restByteS: 0n }
  const microUsd = (owedByteS * price) / unit
  return { microUsd: Number(microUsd), restByteS: owedByteS - (microUsd * unit) / price }
}

/** Returns the price of stored bytes for an hour, and for a month. Pure. */
export function storagePrice(storedBytes: number, microUsdPerGbMonth: MicroUsd) {
  const perMonth = (storedBytes / bytesPerGb) * microUsdPerGbMonth
  return { perHour: Math.round(perMonth / 730), perMonth: Math.round(perMonth) }
}
