import type { MicroUsd } from '@gridloom/contract/core/values'
import type { GaslessMethod } from '@gridloom/contract/deposits/gasless'

/** What one account may have and do. */
export const gaslessLimits = { inProgress: 3, perDay: 20, failedPerDay: 3 } as const

/** What an account has done with payments without gas. */
export interface GaslessUse {
  readonly inProgress: number
  /** Signed in the last 24 hours. */
  readonly lastDay: number
  /** Of these, those that failed: each may have cost the platform gas. */
  readonly failedLastDay: number
}

/** The limit that keeps an account from another payment, in words; `undefined`: none does. */
export function reachedGaslessLimit(use: GaslessUse): string | undefined {
  const { inProgress, perDay, failedPerDay } = gaslessLimits
  if (use.inProgress >= inProgress) return `${inProgress} at a time`
  if (use.lastDay >= perDay) return `${perDay} in 24 hours`
  if (use.failedLastDay >= failedPerDay) return `${failedPerDay} that failed in 24 hours`
  return undefined
}

/** What a transaction may cost, and who decides how little is worth it. */
export interface GaslessPricing {
  /** Gas of one transaction at most. */
  readonly gasMax: bigint
  /** Wei for a unit of gas. */
  readonly gasPrice: bigint
  /** What one native coin (10¹⁸ wei) is worth. */
  readonly microUsdPerCoin: MicroUsd
  /** The least payment is so large that the gas is at most this. */
  readonly feePercentMax: number
  readonly minimumMicroUsd: MicroUsd
}

/** The least payment by a method: a permit takes two transactions. */
export function leastGasless(method: GaslessMethod, pricing: GaslessPricing): MicroUsd {
  const { gasMax, gasPrice, microUsdPerCoin, feePercentMax, minimumMicroUsd } = pricing
  const unit = 10n ** 18n
  const wei = gasMax * gasPrice * (method === 'permit' ? 2n : 1n)
  const fee = Number((wei * BigInt(microUsdPerCoin) + unit - 1n) / unit)
  return Math.max(minimumMicroUsd, Math.ceil((fee * 100) / feePercentMax))
}
