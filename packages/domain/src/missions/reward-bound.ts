import type { BasisPoints, MicroUsd } from '@gridloom/contract/core/values'

/** Days in which rewards of missions are weighed against fees. */
export const rewardWindowDays = 90

/** The largest share: a fee has two sides, who paid it and whose machine earned it, and may stand behind both. */
export const rewardShareMax: BasisPoints = 5_000

/** The money of an account and everyone it referred, within one window that ends now. */
export interface RewardMoney {
  /** Platform fees that were kept of charges in paid money. */
  readonly keptFees: MicroUsd
  /** Affiliate commission on these fees, paid or to be paid. */
  readonly commission: MicroUsd
  /** Rewards of missions that were paid, or are held. */
  readonly rewarded: MicroUsd
}

/**
 * What missions may still pay: a share of the kept fees less commission, less what was rewarded. Below zero after fees
 * were given back. Fees come before the rewards that they stand behind, so a window that leaves a fee out has left out
 * no later reward: whatever the sequence, all rewards of all time stay below the share of all fees.
 */
export function rewardLeft(money: RewardMoney, share: BasisPoints): MicroUsd {
  const net = BigInt(Math.max(0, money.keptFees - money.commission))
  return Number((net * BigInt(share)) / 10_000n) - money.rewarded
}

/** The further fees, less commission, after which a reward can be paid; zero: it can be. */
export function feesMissing(
  money: RewardMoney,
  { share, reward }: { readonly share: BasisPoints; readonly reward: MicroUsd },
): MicroUsd {
  if (rewardLeft(money, share) >= reward) return 0
  if (share === 0) return Number.MAX_SAFE_INTEGER
  const needed = (BigInt(money.rewarded + reward) * 10_000n + BigInt(share) - 1n) / BigInt(share)
  return Number(needed) - Math.max(0, money.keptFees - money.commission)
}

/** The most commission that fees can cost, rounded up. */
export function commissionReserve(fees: MicroUsd, share: BasisPoints): MicroUsd {
  return Number((BigInt(Math.max(0, fees)) * BigInt(share) + 9_999n) / 10_000n)
}
