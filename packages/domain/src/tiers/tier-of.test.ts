import { Tier, TierTable, type TierTerms } from '@gridloom/contract/tiers/tier'
import { expect, it } from 'vitest'
import { heldDays, isTierAtLeast, tierOf, tierStatus } from './tier-of.ts'

const tiers: TierTerms[] = [0, 500, 2_000, 10_000].map((points, n) => ({
  ...{ tier: Tier.options[n] ?? 'bronze', name: `Tier ${n}`, points },
  ...{ holding_days_less: n * 2, planned_posts_more: n * 100 },
}))

it('an account has the highest tier that its points are enough for', () => {
  const of = (points: number) => tierOf(tiers, points).tier
  expect([-5, 0, 499, 500, 1_999, 2_000, 9_999, 10_000, 1e9].map(of)).toEqual([
    ...['bronze', 'bronze', 'bronze', 'silver', 'silver', 'gold', 'gold', 'platinum', 'platinum'],
  ])
  expect(() => tierOf([], 0)).toThrow('no tiers')
})

it('says how far the next tier is, and none after the last', () => {
  expect(tierStatus(tiers, 620)).toMatchObject({
    ...{ tier: 'silver', points: 620, next: { tier: 'gold', points_missing: 1_380 } },
  })
  expect(tierStatus(tiers, 10_000).next).toBeNull()
})

it('takes days off the holding time, never below zero', () => {
  const gold = tierOf(tiers, 2_000)
  expect([0, 3, 4, 14].map((days) => heldDays(days, gold))).toEqual([0, 0, 0, 10])
  expect(isTierAtLeast('gold', 'silver')).toBe(true)
  expect(isTierAtLeast('silver', 'silver')).toBe(true)
  expect(isTierAtLeast('bronze', 'silver')).toBe(false)
})

it('refuses tables that are out of order, or that give less above', () => {
  expect(TierTable.safeParse(tiers).success).toBe(true)
  const change = (n: number, terms: Partial<TierTerms>) =>
    TierTable.safeParse(tiers.map((tier, at) => (at === n ? { ...tier, ...terms } : tier)))
  const paths = (result: ReturnType<typeof change>) =>
    result.error?.issues.map(({ path }) => path.join('.'))
  expect(paths(change(0, { points: 1 }))).toEqual(['0.points'])
  expect(paths(change(2, { points: 500 }))).toEqual(['2.points'])
  expect(paths(change(3, { holding_days_less: 3 }))).toEqual(['3.holding_days_less'])
  expect(paths(change(1, { tier: 'gold' }))).toEqual(['1.tier'])
  expect(paths(change(1, { name: 'TIER 3' }))).toEqual(['1.name', '3.name'])
  expect(TierTable.safeParse(tiers.slice(1)).success).toBe(false)
})
