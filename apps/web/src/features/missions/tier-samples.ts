import type { Missions } from '@gridloom/contract/missions/mission'
import type { TierTerms } from '@gridloom/contract/tiers/tier'

/** The tiers of a new server. */
export const sampleTiers: TierTerms[] = [
  { tier: 'bronze', name: 'Bronze', points: 0, holding_days_less: 0, planned_posts_more: 0 },
  { tier: 'silver', name: 'Silver', points: 500, holding_days_less: 3, planned_posts_more: 100 },
  { tier: 'gold', name: 'Gold', points: 2_000, holding_days_less: 7, planned_posts_more: 300 },
  {
    ...{ tier: 'platinum', name: 'Platinum', points: 10_000 },
    ...{ holding_days_less: 14, planned_posts_more: 800 },
  },
]

/** What the missions of an account say of it, which has claimed one in each of the last weeks. */
export function missionsOf(weeks: number): Omit<Missions, 'current' | 'available'> {
  return {
    streak_weeks: weeks,
    streak: {
      ...{ weeks, longest_weeks: 5, claimed_this_week: false },
      claim_before: '2026-11-30T00:00:00.000Z',
    },
    profile: { flow: null, country: null, tier: 'silver' },
  }
}
