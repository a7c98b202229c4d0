import { AutoOrderPause, AutoOrderState } from '@gridloom/contract/auto-orders/auto-order'
import { OfferId } from '@gridloom/contract/core/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { autoOrderMoves, stateAfterChange } from './auto-order-states.ts'
import { autoOrderCheckText, autoOrderText } from './auto-order-text.ts'
import { type AutoOrderFacts, decideAutoOrder, type RentedInstance } from './decide-auto-order.ts'

const now = new Date('2026-11-28T09:00:00Z')
const later = new Date('2026-11-29T09:00:00Z')

describe('an automatic order that waits', () => {
  it('orders the offers at its price or below, the cheapest first', () => {
    const offers = [anOffer(1, 200_000), anOffer(2, 500_000), anOffer(3, 500_001)]
    expect(decideAutoOrder(aWaiting({ offers }), now)).toEqual({
      ...{ kind: 'order', offers: offers.slice(0, 2), budgetMicroUsd: null },
    })
  })

  it('waits, and says why, where nothing matches, all is dearer, or enough of its instances run', () => {
    const outcome = (changed: Partial<AutoOrderFacts>) => decideAutoOrder(aWaiting(changed), now)
    expect(outcome({ offers: [] })).toEqual({ kind: 'wait', outcome: 'no_match' })
    const dear = [anOffer(1, 500_001)]
    expect(outcome({ offers: dear })).toEqual({ kind: 'wait', outcome: 'above_price' })
    const rented = [anInstance({ is: 'up' }), anInstance({ is: 'down' })]
    const few = { rented, instancesMax: 5, runningMax: 1 }
    expect(outcome(few)).toEqual({ kind: 'wait', outcome: 'enough_running' })
    expect(outcome({ ...few, runningMax: 2 }).kind).toBe('order')
  })

  it('ends with its last instance, and at its end date', () => {
    expect(decideAutoOrder(aWaiting({ rented: [anInstance({})] }), now).kind).toBe('complete')
    expect(decideAutoOrder(aWaiting({ endsAt: now }), now).kind).toBe('expire')
  })

  it('pauses after two failures in a row for the same reason, and not for different ones', () => {
    const after = (failures: (string | null)[]) =>
      decideAutoOrder(aWaiting({ instancesMax: 9, failures }), now).kind
    expect(after(['image_not_found', 'image_not_found'])).toBe('pause')
    expect(after(['image_not_found'])).toBe('order')
    expect(after(['image_not_found', 'out_of_memory'])).toBe('order')
    expect(after(['image_not_found', 'image_not_found', null])).toBe('order')
  })

  it('gives each instance an equal share of what the others leave of the budget', () => {
    const budget = { instancesMax: 3, budgetMicroUsd: 9_000_000 }
    const shareOf = (changed: Partial<AutoOrderFacts>) => {
      const decided = decideAutoOrder(aWaiting({ ...budget, ...changed }), now)
      return decided.kind === 'order' ? decided.budgetMicroUsd : decided.kind
    }
    expect(shareOf({})).toBe(3_000_000)
    expect(shareOf({ instanceBudgetMicroUsd: 1_000_000 })).toBe(1_000_000)
    const ended = anInstance({ is: 'ended', costMicroUsd: 1_000_000, budgetMicroUsd: 3_000_000 })
    expect(shareOf({ rented: [ended] })).toBe(4_000_000)
    // Its user removed the budget of a running instance: what it was rented with still counts.
    const free = anInstance({ budgetMicroUsd: null, shareMicroUsd: 3_000_000 })
    expect(shareOf({ rented: [free] })).toBe(3_000_000)
    const raised = anInstance({ budgetMicroUsd: 8_999_000 })
    expect(shareOf({ rented: [raised] })).toBe('pause')
  })

  it('never exceeds its number, its number at a time, its price or its budget', () => {
    fc.assert(
      fc.property(
        fc.record({
          instancesMax: fc.integer({ min: 1, max: 8 }),
          runningMax: fc.option(fc.integer({ min: 1, max: 8 })),
          budgetMicroUsd: fc.option(fc.integer({ min: 10_000, max: 1_000_000 })),
          instanceBudgetMicroUsd: fc.option(fc.integer({ min: 10_000, max: 200_000 })),
        }),
        fc.array(
          fc.record({
            prices: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 4 }),
            ends: fc.boolean(),
            /** The part of its budget that an instance costs by then. */
            used: fc.double({ min: 0, max: 1, noNaN: true }),
          }),
          { maxLength: 40 },
        ),
        (limits, steps) => {
          let rented: RentedInstance[] = []
          for (const { prices, ends, used } of steps) {
            if (ends) rented = withOneEnded(rented, used)
            const offers = prices.sort((a, b) => a - b).map((price, at) => anOffer(at, price))
            const facts = aWaiting({ ...limits, rented, offers })
            const decided = decideAutoOrder(facts, now)
            if (decided.kind !== 'order') continue
            for (const { microUsdPerHour } of decided.offers)
              expect(microUsdPerHour).toBeLessThanOrEqual(facts.maxMicroUsdPerHour)
            const share = decided.budgetMicroUsd
            rented = [...rented, anInstance({ budgetMicroUsd: share, shareMicroUsd: share })]
            const up = rented.filter(({ is }) => is === 'up').length
            expect(rented.length).toBeLessThanOrEqual(limits.instancesMax)
            expect(up).toBeLessThanOrEqual(limits.runningMax ?? Number.POSITIVE_INFINITY)
            const most = rented.map((one) =>
              one.is === 'ended' ? one.costMicroUsd : (one.budgetMicroUsd ?? 0),
            )
            if (limits.budgetMicroUsd !== null)
              expect(most.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(
                limits.budgetMicroUsd,
              )
          }
        },
      ),
    )
  })
})

describe('the state after a change', () => {
  const changed = { state: 'completed', placed: 1, instancesMax: 1, endsAt: later } as const

  it('waits again when more instances or more time are allowed', () => {
    expect(stateAfterChange({ ...changed, paused: undefined }, now)).toBe('completed')
    expect(stateAfterChange({ ...changed, instancesMax: 2, paused: undefined }, now)).toBe(
      'waiting',
    )
    const expired = { ...changed, state: 'expired', placed: 0 } as const
    expect(stateAfterChange({ ...expired, paused: undefined }, now)).toBe('waiting')
    expect(stateAfterChange({ ...expired, endsAt: now, paused: false }, now)).toBe('expired')
  })

  it('stays paused until it is resumed', () => {
    const paused = { ...changed, state: 'paused', instancesMax: 2 } as const
    expect(stateAfterChange({ ...paused, paused: undefined }, now)).toBe('paused')
    expect(stateAfterChange({ ...paused, paused: false }, now)).toBe('waiting')
  })

  it('is one that the table has', () => {
    for (const state of AutoOrderState.options)
      for (const placed of [0, 1, 2])
        for (const endsAt of [now, later])
          for (const paused of [undefined, true, false]) {
            const next = stateAfterChange({ state, placed, instancesMax: 2, endsAt, paused }, now)
            if (next !== state) expect(autoOrderMoves[state]).toContain(next)
          }
  })
})

it('says why nothing was rented, with the prices', () => {
  const facts = { maxMicroUsdPerHour: 500_000, refusal: '' }
  expect(
    autoOrderCheckText({ ...facts, outcome: 'above_price', cheapestMicroUsdPerHour: 620_000 }),
  ).toBe('The cheapest match costs $0.62/h, above your $0.50/h.')
  for (const pause of AutoOrderPause.options)
    expect(autoOrderText({ state: 'paused', pause, refusal: 'Why.', check: null })).toMatch(
      /^Paused/,
    )
})

function anOffer(at: number, microUsdPerHour: number) {
  return { id: OfferId.parse(`ofr_${String(at).padStart(26, '0')}`), microUsdPerHour }
}

function anInstance(changed: Partial<RentedInstance>): RentedInstance {
  return { is: 'up', costMicroUsd: 0, budgetMicroUsd: null, shareMicroUsd: null, ...changed }
}

function aWaiting(changed: Partial<AutoOrderFacts>): AutoOrderFacts {
  return {
    endsAt: later,
    instancesMax: 1,
    runningMax: null,
    maxMicroUsdPerHour: 500_000,
    budgetMicroUsd: null,
    instanceBudgetMicroUsd: null,
    rented: [],
    failures: [],
    offers: [anOffer(0, 100_000)],
    ...changed,
  }
}

/** The first instance that is up is destroyed, after it cost a part of its budget. */
function withOneEnded(rented: readonly RentedInstance[], used: number): RentedInstance[] {
  const at = rented.findIndex(({ is }) => is === 'up')
  return rented.map((one, index) =>
    index === at
      ? { ...one, is: 'ended', costMicroUsd: Math.floor((one.budgetMicroUsd ?? 0) * used) }
      : one,
  )
}
