import { Tier, type TierStatus, type TierTerms } from '@gridloom/contract/tiers/tier'

/** Whether a tier is another one or above it. */
export function isTierAtLeast(tier: Tier, least: Tier): boolean {
  return Tier.options.indexOf(tier) >= Tier.options.indexOf(least)
}

/**
 * Returns the terms of the highest tier that points are enough for; points below zero are enough for the first.
 * @throws RangeError without a tier
 */
export function tierOf(tiers: readonly TierTerms[], points: number): TierTerms {
  const [first] = tiers
  if (first === undefined) throw new RangeError('there are no tiers')
  return tiers.findLast((tier) => points >= tier.points) ?? first
}

/** The tier of an account, and how far the next one is. */
export function tierStatus(tiers: readonly TierTerms[], points: number): TierStatus {
  const { tier } = tierOf(tiers, points)
  const next = tiers[tiers.findIndex((one) => one.tier === tier) + 1]
  return {
    ...{ points, tier, tiers: [...tiers] },
    next: next === undefined ? null : { tier: next.tier, points_missing: next.points - points },
  }
}

/** The days for which a reward of a mission is pending, with what a tier takes off. */
export function heldDays(days: number, { holding_days_less: less }: TierTerms): number {
  return Math.max(0, days - less)
}
