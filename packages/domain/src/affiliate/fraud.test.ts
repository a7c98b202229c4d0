import { describe, expect, it } from 'vitest'
import {
  type AffiliateFacts,
  findSignals,
  holds,
  type Identity,
  type ReferralFacts,
} from './fraud.ts'

describe('signals', () => {
  it('of what affiliate and referral have in common hold it, and say what', () => {
    const facts = someFacts({
      identities: { a: [card('1')], r0: [card('1')], r1: [card('2')] },
    })
    expect(rulesOf(facts)).toEqual([['same_card'], []])
    const [signal] = findSignals(facts).get('ref0') ?? []
    expect(signal?.evidence).toBe('Affiliate and referral have a card in common.')
  })

  it('of three referrals with one card hold them; of two, or of colleagues with a company card, none', () => {
    const one = { identities: { r0: [card('1')], r1: [card('1')], r2: [card('1')] } }
    expect(rulesOf(someFacts({ ...one, count: 3 })).flat()).toEqual(
      Array(3).fill('shared_by_referrals'),
    )
    const two = { identities: { r0: [card('1')], r1: [card('1')] } }
    expect(rulesOf(someFacts({ ...two, count: 3 })).flat()).toEqual([])
    const company = { kind: 'party', value: 'company' } as const
    const colleague = [card('1'), company]
    const office = { identities: { r0: colleague, r1: colleague, r2: colleague } }
    expect(rulesOf(someFacts({ ...office, count: 3 })).flat()).toEqual([])
  })

  it('of one network never hold a family or an office, not even together', () => {
    const networks = Object.fromEntries(
      ['a', ...Array.from({ length: 9 }, (_, nth) => `r${nth}`)].map((id) => [id, 'office']),
    )
    const facts = someFacts({ networks, count: 9 })
    expect(rulesOf(facts)[0]).toEqual(['same_network', 'sign_up_burst'])
    for (const signals of findSignals(facts).values()) expect(holds(signals)).toBe(false)
  })

  it('of a flood of clicks, a dispute and rentals of one provider alone hold', () => {
    expect(rulesOf(someFacts({ referral: { networkClicks: 24 } })).flat()).toEqual([])
    const [alone = []] = findSignals(someFacts({ referral: { networkClicks: 49 } })).values()
    expect(holds(alone)).toBe(false)
    expect(rulesOf(someFacts({ referral: { networkClicks: 50 } }))[0]).toEqual(['click_flood'])
    const among = { networkClicks: 50, dayClicks: 1_000 }
    expect(rulesOf(someFacts({ referral: among }))[0]).toEqual([])
    const even = { networkClicks: 30, evenClicks: true }
    expect(rulesOf(someFacts({ referral: even }))[0]).toEqual(['click_flood'])
    expect(rulesOf(someFacts({ referral: { disputes: 1 } }))[0]).toEqual(['disputed_payment'])
    const flows = ['r0', 'r1', 'r2'].map((from) => ({ from, to: 'p', microUsd: 10 }))
    const washed = someFacts({ flows, incomes: { p: 50 }, count: 3 })
    expect(rulesOf(washed).flat()).toEqual(Array(3).fill('wash_rental'))
    expect(rulesOf(someFacts({ flows, incomes: { p: 61 }, count: 3 })).flat()).toEqual([])
  })
})

const card = (value: string): Identity => ({ kind: 'card', value })

/** The rules of each referral, in order. */
function rulesOf(facts: AffiliateFacts): string[][] {
  return [...findSignals(facts).values()].map((signals) => signals.map(({ rule }) => rule))
}

interface Given {
  count?: number
  identities?: Record<string, Identity[]>
  networks?: Record<string, string>
  flows?: AffiliateFacts['flows']
  incomes?: Record<string, number>
  /** Of the first referral. */
  referral?: Partial<ReferralFacts>
}

/** The affiliate `a` with referrals of `r0`, `r1`, … */
function someFacts({ count = 2, referral = {}, ...given }: Given): AffiliateFacts {
  const joinedAt = new Date('2026-11-28T12:00:00Z')
  return {
    affiliate: 'a',
    referrals: Array.from({ length: count }, (_, nth) => ({
      ...{ id: `ref${nth}`, referred: `r${nth}`, joinedAt, networkClicks: 1, disputes: 0 },
      ...{ dayClicks: 0, evenClicks: false },
      ...(nth === 0 ? referral : {}),
    })),
    identities: new Map(Object.entries(given.identities ?? {})),
    networks: new Map(
      Object.entries(given.networks ?? {}).map(([id, network]) => [id, new Set([network])]),
    ),
    flows: given.flows ?? [],
    incomes: new Map(Object.entries(given.incomes ?? {})),
  }
}
