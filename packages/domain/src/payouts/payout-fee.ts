import type { MicroUsd } from '@gridloom/contract/core/values'

/** More than a transfer of a usual stablecoin takes (45,000 to 65,000), as the holder's first one costs more. */
export const transferGas = 100_000n

/** What users pay for where payouts share transactions: above what a transfer takes on average, alone or in a batch. */
export const sharedTransferGas = 70_000n

/** Gas of a transfer, its price in wei, and what one native coin (10¹⁸ wei) is worth. */
export interface TransferCost {
  readonly gas: bigint
  readonly gasPrice: bigint
  readonly microUsdPerCoin: MicroUsd
}

/** What a transfer costs in micro-dollars, rounded up. */
export function transferFee({ gas, gasPrice, microUsdPerCoin }: TransferCost): MicroUsd {
  const wei = gas * gasPrice
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

/** What a payout costs: a fixed part, and hundredths of a percent of the amount, rounded up to a cent. */
export interface FeeTerms {
  readonly fixed: MicroUsd
  readonly basisPoints: number
}

export function feeOf({ fixed, basisPoints }: FeeTerms, microUsd: MicroUsd): MicroUsd {
  const parts = BigInt(microUsd) * BigInt(basisPoints)
  const unit = 10_000n * BigInt(microUsdPerCent)
  return fixed + Number((parts + unit - 1n) / unit) * microUsdPerCent
}

/** The least whole-cent amount of which a cent or more arrives; never below the operator's own minimum. */
export function leastAfterFee(terms: FeeTerms, minimum: MicroUsd): MicroUsd {
  const share = 1 - terms.basisPoints / 10_000
  const start = wholeCents((terms.fixed + microUsdPerCent) / share) * microUsdPerCent
  const arriving = [0, 1, 2, 3].map((cents) => start + cents * microUsdPerCent)
  const least = arriving.find((all) => all - feeOf(terms, all) >= microUsdPerCent)
  return Math.max(minimum, least ?? start + 4 * microUsdPerCent)
}
