import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Bid,
  bidsToInterrupt,
  clearBids,
  compareBids,
  lowestWinningBid,
  priceAtClearing,
} from './clear-bids.ts'

describe('clearBids', () => {
  it('gives the slots to the highest bids, which all pay the highest one that lost', () => {
    const bids = [aBid('a', 30), aBid('b', 50), aBid('c', 20), aBid('d', 40)]
    const { winners, microUsd } = clearBids({ slots: 2, floorMicroUsd: 10 }, bids)
    expect(winners.map(({ id }) => id)).toEqual(['b', 'd'])
    expect(microUsd).toBe(30)
  })

  it('asks the floor where every bid gets slots, and of a single bid', () => {
    expect(clearBids({ slots: 4, floorMicroUsd: 10 }, [aBid('a', 90)]).microUsd).toBe(10)
    expect(clearBids({ slots: 1, floorMicroUsd: 10 }, []).microUsd).toBe(10)
  })

  it('prefers the earlier of equal bids, whose price is then their bid', () => {
    const bids = [aBid('b', 50, { placedAtMs: 2 }), aBid('a', 50, { placedAtMs: 1 })]
    const { winners, microUsd } = clearBids({ slots: 1, floorMicroUsd: 10 }, bids)
    expect(winners.map(({ id }) => id)).toEqual(['a'])
    expect(microUsd).toBe(50)
  })

  it('lets a slot stay free rather than give it to a lower bid than one that does not fit', () => {
    const bids = [aBid('a', 50), aBid('b', 40, { slots: 2 }), aBid('c', 30)]
    const { winners, microUsd } = clearBids({ slots: 2, floorMicroUsd: 10 }, bids)
    expect(winners.map(({ id }) => id)).toEqual(['a'])
    expect(microUsd).toBe(40)
  })

  it('ignores bids for more slots than there are, and those below the floor', () => {
    const bids = [aBid('a', 50, { slots: 3 }), aBid('b', 20), aBid('c', 9)]
    const { winners, microUsd } = clearBids({ slots: 2, floorMicroUsd: 10 }, bids)
    expect(winners.map(({ id }) => id)).toEqual(['b'])
    expect(microUsd).toBe(10)
  })

  it('keeps a protected bid, at no more than its own price', () => {
    const bids = [aBid('low', 20, { protected: true }), aBid('high', 90)]
    const { winners, microUsd } = clearBids({ slots: 1, floorMicroUsd: 10 }, bids)
    expect(winners.map(({ id }) => id)).toEqual(['low'])
    expect(microUsd).toBe(20)
  })

  it('holds for any bids', () => {
    fc.assert(
      fc.property(someBids(), ({ market, bids }) => {
        const { winners, losers, microUsd } = clearBids(market, bids)
        expect(winners.length + losers.length).toBe(bids.length)
        expect(slotsOf(winners)).toBeLessThanOrEqual(
          Math.max(market.slots, slotsOf(bids.filter((bid) => bid.protected))),
        )
        expect(microUsd).toBeGreaterThanOrEqual(market.floorMicroUsd)
        for (const winner of winners)
          expect(microUsd).toBeLessThanOrEqual(Math.max(winner.maxMicroUsd, market.floorMicroUsd))
        const open = losers.filter((bid) => couldRun(market, bid))
        const lowest = winners.filter((bid) => !bid.protected).at(-1)
        for (const loser of open)
          if (lowest !== undefined) expect(compareBids(lowest, loser)).toBeLessThan(0)
        if (winners.every((bid) => !bid.protected))
          for (const loser of open) expect(loser.maxMicroUsd).toBeLessThanOrEqual(microUsd)
      }),
    )
  })

  it('does not depend on the order in which bids are given', () => {
    fc.assert(
      fc.property(someBids(), fc.infiniteStream(fc.nat()), ({ market, bids }, order) => {
        const keyed = bids.map((bid) => ({ bid, key: order.next().value ?? 0 }))
        const shuffled = keyed.toSorted((a, b) => a.key - b.key).map(({ bid }) => bid)
        expect(clearBids(market, shuffled)).toEqual(clearBids(market, bids))
      }),
    )
  })

  it('asks no less after one more bid', () => {
    fc.assert(
      fc.property(someBids({ isProtected: false }), ({ market, bids }) => {
        const fewer = clearBids(market, bids.slice(1))
        expect(clearBids(market, bids).microUsd).toBeGreaterThanOrEqual(fewer.microUsd)
      }),
    )
  })

  it('asks a winner the same, however much more it bids', () => {
    fc.assert(
      fc.property(someBids({ isProtected: false }), fc.nat(50), ({ market, bids }, more) => {
        const { winners, microUsd } = clearBids(market, bids)
        const [first] = winners
        if (first === undefined) return
        const raised = bids.map((bid) =>
          bid === first ? { ...bid, maxMicroUsd: bid.maxMicroUsd + more } : bid,
        )
        expect(clearBids(market, raised).microUsd).toBe(microUsd)
      }),
    )
  })
})

describe('bidsToInterrupt', () => {
  it('takes the lowest bids, of equal ones the youngest, and no more than are needed', () => {
    const bids = [
      aBid('old', 20, { placedAtMs: 1 }),
      aBid('young', 20, { placedAtMs: 2 }),
      aBid('high', 30, { placedAtMs: 3 }),
    ]
    expect(bidsToInterrupt(1, bids).map(({ id }) => id)).toEqual(['young'])
    expect(bidsToInterrupt(2, bids).map(({ id }) => id)).toEqual(['young', 'old'])
    expect(() => bidsToInterrupt(4, bids)).toThrow(RangeError)
  })
})

describe('lowestWinningBid', () => {
  it('is a bid that wins, while one micro-dollar less does not', () => {
    fc.assert(
      fc.property(someBids(), fc.integer({ min: 1, max: 3 }), ({ market, bids }, slots) => {
        const lowest = lowestWinningBid(market, bids, { slots, atMs: 1_000 })
        const wins = (maxMicroUsd: number) => {
          const bid = { ...aBid('~', maxMicroUsd, { slots }), placedAtMs: 1_000 }
          return clearBids(market, [...bids, bid]).winners.includes(bid)
        }
        expect(wins(lowest ?? 1_000_000)).toBe(lowest !== null)
        if (lowest !== null) expect(wins(lowest - 1)).toBe(false)
      }),
    )
  })
})

it('changes the price of the slots alone', () => {
  const bid = { slots: 3, maxMicroUsd: 100, allAtMaxMicroUsd: 350 }
  expect(priceAtClearing(bid, 60)).toBe(230)
  expect(priceAtClearing(bid, 100)).toBe(350)
  expect(priceAtClearing(bid, 500)).toBe(350)
})

/** Whether a bid lost for nothing but its price. */
function couldRun(market: { slots: number; floorMicroUsd: number }, bid: Bid): boolean {
  return bid.maxMicroUsd >= market.floorMicroUsd && bid.slots <= market.slots
}

function slotsOf(bids: readonly Bid[]): number {
  return bids.reduce((sum, bid) => sum + bid.slots, 0)
}

function aBid(id: string, maxMicroUsd: number, given: Partial<Bid> = {}): Bid {
  return { id, slots: 1, maxMicroUsd, placedAtMs: 0, protected: false, ...given }
}

/** A market with bids, as they can come about: protected ones run, and so fit together. */
function someBids({ isProtected = true } = {}) {
  const bid = fc.record({
    slots: fc.integer({ min: 1, max: 3 }),
    maxMicroUsd: fc.integer({ min: 1, max: 40 }),
    placedAtMs: fc.nat(5),
    protected: isProtected ? fc.boolean() : fc.constant(false),
  })
  return fc
    .record({
      market: fc.record({ slots: fc.nat(8), floorMicroUsd: fc.integer({ min: 1, max: 20 }) }),
      bids: fc.array(bid, { maxLength: 12 }),
    })
    .map(({ market, bids }) => {
      let open = market.slots
      return {
        market,
        bids: bids.map((one, at) => {
          const runs = one.protected && one.slots <= open
          if (runs) open -= one.slots
          return { ...one, id: `b${String(at).padStart(2, '0')}`, protected: runs }
        }),
      }
    })
}
