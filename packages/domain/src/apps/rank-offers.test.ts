import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rankOffers } from './rank-offers.ts'

const offers = fc.array(
  fc.record({ microUsdPerHour: fc.nat(1_000_000), held: fc.boolean(), id: fc.nat() }),
)

it('prefers a machine that has the image, if it costs at most a quarter more', () => {
  const cheapest = { microUsdPerHour: 100, held: false }
  const near = { microUsdPerHour: 125, held: true }
  const dear = { microUsdPerHour: 126, held: true }
  expect(rankOffers([dear, near, cheapest])).toEqual([near, cheapest, dear])
})

it('orders all offers it was given, and never begins with one that costs over a quarter more', () => {
  fc.assert(
    fc.property(offers, (given) => {
      const ranked = rankOffers(given)
      expect(ranked).toHaveLength(given.length)
      expect(new Set(ranked)).toEqual(new Set(given))
      const cheapest = Math.min(...given.map((offer) => offer.microUsdPerHour))
      const first = ranked[0]
      if (first !== undefined)
        expect(first.microUsdPerHour).toBeLessThanOrEqual(cheapest * (first.held ? 1.25 : 1))
    }),
  )
})
