import type { MicroUsd } from '@gridloom/contract/core/values'

/** More than a transfer of a usual stablecoin takes (45,000 to 65,000), as the holder's first one costs more. */
export const transferGas = 100_000n

/** Fees of a transaction, in wei for a unit of gas (EIP-1559). */
export interface GasFees {
  readonly maxFee: bigint
  readonly priorityFee: bigint
}

/**
 * What a transfer costs in micro-dollars, rounded up: gas at this price, at what one native coin (10¹⁸ wei) is worth.
 */
export function transferFee(gasPrice: bigint, microUsdPerCoin: MicroUsd): MicroUsd {
  const wei = transferGas * gasPrice
  const unit = 10n ** 18n
  return Number((wei * BigInt(microUsdPerCoin) + unit - 1n) / unit)
}

/** The least amount of which a fee is not more than a percentage; never below the operator's own minimum. */
export function leastPayout(fee: MicroUsd, feePercentMax: number, minimum: MicroUsd): MicroUsd {
  return Math.max(minimum, fee + 1, Math.ceil((fee * 100) / feePercentMax))
}

/** An amount in the smallest unit of a token that is worth a dollar; `decimals` is 6 or more. */
export function tokenUnits(microUsd: MicroUsd, decimals: number): bigint {
  return BigInt(microUsd) * 10n ** BigInt(decimals - 6)
}

/** Fees that a block of this base fee takes soon, within a cap; `undefined`: the cap is below what it takes now. */
export function feesWithin(
  { baseFee, priorityFee }: { baseFee: bigint; priorityFee: bigint },
  cap: bigint,
): GasFees | undefined {
  if (baseFee + priorityFee > cap) return undefined
  const wanted = 2n * baseFee + priorityFee
  return { maxFee: wanted < cap ? wanted : cap, priorityFee }
}

/**
 * Fees that replace a transaction of the same nonce: nodes accept 10 % more in both, or nothing. `undefined`: the cap does
 * not allow them.
 */
export function replacingFees(last: GasFees, now: GasFees, cap: bigint): GasFees | undefined {
  const maxFee = larger(raised(last.maxFee), now.maxFee)
  const priorityFee = larger(raised(last.priorityFee), now.priorityFee)
  return maxFee > cap ? undefined : { maxFee, priorityFee }
}

/** An eighth more, rounded up. */
function raised(fee: bigint): bigint {
  return fee + fee / 8n + 1n
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

/** Banks pay whole cents. */
export const microUsdPerCent = 10_000

/** An amount in whole cents, rounded down. */
export function wholeCents(microUsd: MicroUsd): number {
  return Math.floor(microUsd / microUsdPerCent)
}

/** An amount without parts of a cent. */
export function withoutPartsOfCents(microUsd: MicroUsd): MicroUsd {
  return wholeCents(microUsd) * microUsdPerCent
}
