import { EvidenceKind } from '@gridloom/contract/reputation/evidence'
import { TrustPart, trustTerms } from '@gridloom/contract/reputation/trust'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Fact, scoreTrust } from './v1.ts'

const now = new Date('2026-11-27T12:00:00.000Z')
const dayMs = 86_400_000

describe('scoreTrust', () => {
  it('calls a machine new, not bad, until enough is known of it', () => {
    const few = Array.from({ length: 9 }, (_, at) => aFact({ number: at + 1, kind: 'uptime' }))
    expect(scoreTrust([], now)).toMatchObject({ score: null, facts_weight: 0 })
    expect(scoreTrust(few, now)).toMatchObject({ score: null, facts_weight: 9 })
    const enough = [...few, aFact({ number: 10, kind: 'uptime' })]
    expect(scoreTrust(enough, now)).toMatchObject({ score: 100, facts_weight: 10 })
  })

  it('gives a spotless machine 100, however little is known of it', () => {
    const spotless = anyFact.map((fact) => ({ ...fact, value: 1_000 }))
    fc.assert(
      fc.property(fc.array(spotless, { maxLength: 60 }), (facts) => {
        expect(scoreTrust(numbered(facts), now).score ?? 100).toBe(100)
      }),
    )
  })

  it('is between 0 and 100, and does not depend on the order of the facts', () => {
    fc.assert(
      fc.property(manyFacts, fc.infiniteStream(fc.nat()), (facts, order) => {
        const shuffled = facts
          .map((fact) => ({ fact, place: order.next().value }))
          .toSorted((one, other) => one.place - other.place)
          .map(({ fact }) => fact)
        const score = scoreTrust(facts, now)
        expect(scoreTrust(shuffled, now)).toEqual(score)
        expect(score.score ?? 0).toBeGreaterThanOrEqual(0)
        expect(score.score ?? 0).toBeLessThanOrEqual(100)
      }),
    )
  })

  it('never falls with a new good fact and never rises with a new bad one', () => {
    fc.assert(
      fc.property(manyFacts, anyFact, (facts, fact) => {
        const before = scoreTrust(facts, now).score
        const after = (value: number) => scoreTrust(withOne(facts, { ...fact, value }), now).score
        const [good, bad] = [after(1_000), after(0)]
        if (before === null || good === null || bad === null) return
        expect(good).toBeGreaterThanOrEqual(before)
        expect(bad).toBeLessThanOrEqual(before)
      }),
      { numRuns: 500 },
    )
  })

  it('ignores facts of the provider’s own party, withdrawn ones and those that are too old', () => {
    const own = { digest: digestOf(1), own: true, other_providers: 2 }
    const facts = Array.from({ length: 40 }, (_, at) =>
      aFact({ number: at + 1, value: at % 4 ? 1_000 : 0 }),
    )
    const score = scoreTrust(facts, now)
    const more = [
      aFact({ number: 41, value: 0, party: own }),
      aFact({ number: 42, value: 0, at: daysAgo(trustTerms.keptDays) }),
      aFact({ number: 43, value: 0 }),
      aFact({ number: 44, kind: 'withdrawal', withdraws: 43 }),
    ]
    expect(scoreTrust([...facts, ...more], now)).toEqual(score)
  })

  it('halves the weight of a fact every 30 days', () => {
    const at = daysAgo(trustTerms.halfLifeDays)
    expect(partOf('starts', [aFact({ at })])).toMatchObject({ good: 0.5, bad: 0, facts: 1 })
    expect(partOf('starts', [aFact({})])).toMatchObject({ good: 1 })
  })

  it('lets one party weigh at most as much as its limit, whether it praises or complains', () => {
    const party = { digest: digestOf(1), own: false, other_providers: 2 }
    const of = (value: number) =>
      Array.from({ length: 100 }, (_, at) => aFact({ number: at + 1, value, party }))
    expect(partOf('starts', of(1_000))).toMatchObject({ good: trustTerms.partyWeightMax, bad: 0 })
    expect(
      partOf(
        'early_ends',
        of(0).map((fact) => ({ ...fact, kind: 'rental' as const })),
      ),
    ).toMatchObject({
      good: 0,
      bad: trustTerms.partyWeightMax,
    })
  })

  it('gives a party that rented from no other provider a quarter of the weight', () => {
    const weightOf = (other_providers: number) =>
      partOf('starts', [aFact({ party: { digest: digestOf(1), own: false, other_providers } })])
        .good
    expect([0, 1, 2].map(weightOf)).toEqual([0.25, 0.5, 1])
  })

  it('limits reviews to a tenth of the weight of the other parts together', () => {
    const weights = TrustPart.options.map((part) => trustTerms.parts[part].weight)
    const all = weights.reduce((sum, weight) => sum + weight, 0)
    expect(trustTerms.parts.reviews.weight).toBeLessThanOrEqual(all / 10)
  })

  it('counts each kind of fact in one part, except withdrawals', () => {
    const kinds = TrustPart.options.flatMap(
      (part): readonly EvidenceKind[] => trustTerms.parts[part].kinds,
    )
    expect(kinds.toSorted()).toEqual(
      EvidenceKind.options.filter((kind) => kind !== 'withdrawal').toSorted(),
    )
  })
})

const anyParty = fc.option(
  fc.record({
    digest: fc.integer({ min: 1, max: 4 }).map(digestOf),
    own: fc.boolean(),
    other_providers: fc.integer({ min: 0, max: 2 }),
  }),
  { nil: null },
)
const anyFact = fc.record({
  kind: fc.constantFrom(...EvidenceKind.options.filter((kind) => kind !== 'withdrawal')),
  at: fc.integer({ min: -1, max: 200 }).map(daysAgo),
  value: fc.oneof(fc.constantFrom(0, 1_000), fc.integer({ min: 0, max: 1_000 })),
  party: anyParty,
})
const manyFacts = fc.array(anyFact, { minLength: 5, maxLength: 80 }).map(numbered)

function numbered(facts: readonly Omit<Fact, 'number' | 'withdraws'>[]): Fact[] {
  return facts.map((fact, at) => ({ ...fact, number: at + 1, withdraws: null }))
}

function withOne(facts: readonly Fact[], fact: Omit<Fact, 'number' | 'withdraws'>): Fact[] {
  return [...facts, { ...fact, number: facts.length + 1, withdraws: null }]
}

function daysAgo(days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString()
}

function digestOf(party: number): string {
  return String(party).padStart(64, '0')
}

function partOf(part: TrustPart, facts: readonly Fact[]) {
  const found = scoreTrust(facts, now).parts.find((one) => one.part === part)
  if (found === undefined) throw new RangeError(part)
  return found
}

function aFact(fact: Partial<Fact>): Fact {
  return {
    number: 1,
    kind: 'start',
    at: now.toISOString(),
    value: 1_000,
    party: null,
    withdraws: null,
    ...fact,
  }
}
