import fc from 'fast-check'
import { expect, it } from 'vitest'
import { adjustedCost, type Candidate, chosenBy, sharesOf } from './shares.ts'

const measured = (max: number) => fc.option(fc.double({ min: 0, max, noNaN: true }))
const someone = fc.record({
  microUsd: fc.nat(1_000_000),
  firstTokenMs: measured(600_000),
  tokensPerS: measured(10_000),
  uptime: measured(1),
})
const several = fc
  .array(someone, { minLength: 1, maxLength: 20 })
  .map((all): Candidate<number>[] => all.map((one, id) => ({ id, ...one })))

it('divides all of the traffic, with a minimum share for every endpoint', () => {
  fc.assert(
    fc.property(several, (candidates) => {
      const shares = [...sharesOf(candidates).values()]
      expect(shares).toHaveLength(candidates.length)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.05 / candidates.length)
    }),
  )
})

it('never gives more to an endpoint with a higher adjusted cost', () => {
  fc.assert(
    fc.property(several, (candidates) => {
      const shares = sharesOf(candidates)
      const sorted = candidates.toSorted((one, other) => adjustedCost(one) - adjustedCost(other))
      const falling = sorted.map(({ id }) => shares.get(id) ?? 0)
      expect(falling.every((share, at) => share <= (falling[at - 1] ?? 1) + 1e-12)).toBe(true)
    }),
  )
})

it('gives the same shares in any order', () => {
  fc.assert(
    fc.property(several, (candidates) => {
      const turned = sharesOf(candidates.toReversed())
      for (const [id, share] of sharesOf(candidates)) expect(turned.get(id)).toBeCloseTo(share, 9)
    }),
  )
})

it.each([
  ['cheaper', { microUsd: 10 }, { microUsd: 200 }],
  ['sooner with its first token', { firstTokenMs: 100 }, { firstTokenMs: 20_000 }],
  ['faster', { tokensPerS: 100 }, { tokensPerS: 5 }],
  ['less often failing', { uptime: 1 }, { uptime: 0.3 }],
])('gives most to the one that is %s', (_, good, bad) => {
  const shares = sharesOf([aCandidate({ id: 'good', ...good }), aCandidate({ id: 'bad', ...bad })])
  expect(shares.get('good')).toBeGreaterThan(0.8)
})

it('tries an unmeasured endpoint about as often as an average one', () => {
  const unknown = { id: 'new', firstTokenMs: null, tokensPerS: null, uptime: null }
  const shares = sharesOf([aCandidate(), aCandidate(unknown)])
  expect(shares.get('new')).toBeGreaterThan(0.3)
})

it('picks each as often as its share', () => {
  const shares = new Map([
    ['a', 0.7],
    ['b', 0.2],
    ['c', 0.1],
  ])
  const randoms = Array.from({ length: 1_000 }, (_, at) => at / 1_000)
  const chosen = randoms.map((random) => chosenBy(shares, random))
  const times = (id: string) => chosen.filter((one) => one === id).length
  expect([times('a'), times('b'), times('c')]).toEqual([700, 200, 100])
})

it('picks an endpoint whenever there is one', () => {
  fc.assert(
    fc.property(several, fc.double({ min: 0, max: 1, maxExcluded: true }), (candidates, random) => {
      const id = chosenBy(sharesOf(candidates), random)
      expect(candidates.some((candidate) => candidate.id === id)).toBe(true)
    }),
  )
  expect(chosenBy(sharesOf([]), 0.5)).toBeUndefined()
})

function aCandidate(given: Partial<Candidate<string>> = {}): Candidate<string> {
  return { id: 'one', microUsd: 20, firstTokenMs: 500, tokensPerS: 50, uptime: 0.98, ...given }
}
