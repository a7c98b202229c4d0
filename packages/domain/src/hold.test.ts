import { holdAheadS, holdStopBelowS, holdTopUpBelowS } from '@gridloom/contract/core/constants'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideHold, exhaustionWarnings, firstHold } from './hold.ts'
import { chargeBetween, coverFor } from './money.ts'

/** $0.36/h is 100 micro-dollars a second. */
const perHour = 360_000
const price = fc.integer({ min: 1, max: 1e10 })
const amount = fc.integer({ min: 0, max: 1e11 })

describe('decideHold', () => {
  it('leaves a sufficient hold unchanged', () => {
    const decision = decideHold(aSituation({ heldMicroUsd: 100 * holdTopUpBelowS }))
    expect(decision).toEqual({
      topUpMicroUsd: 0,
      stop: false,
      boundBy: 'balance',
      warnings: [],
    })
  })

  it('tops up a low hold to the time ahead', () => {
    const decision = decideHold(aSituation({ heldMicroUsd: 100 * holdTopUpBelowS - 1 }))
    expect(decision.topUpMicroUsd).toBe(100 * (holdAheadS - holdTopUpBelowS) + 1)
  })

  it('takes the whole balance when it is less, and continues', () => {
    const decision = decideHold(aSituation({ availableMicroUsd: 5_000, heldMicroUsd: 1_000 }))
    expect(decision).toMatchObject({ topUpMicroUsd: 5_000, stop: false })
  })

  it('stops when the rest covers less than the last seconds', () => {
    const last = 100 * holdStopBelowS
    expect(decideHold(aSituation({ availableMicroUsd: 0, heldMicroUsd: last })).stop).toBe(false)
    expect(decideHold(aSituation({ availableMicroUsd: 0, heldMicroUsd: last - 1 })).stop).toBe(true)
  })

  it('neither holds nor stops for a free instance', () => {
    const free = aSituation({ availableMicroUsd: 0, heldMicroUsd: 0, microUsdPerHour: 0 })
    expect(decideHold(free)).toMatchObject({ topUpMicroUsd: 0, stop: false, warnings: [] })
  })

  it('never tops up by more than is available', () => {
    fc.assert(
      fc.property(amount, amount, price, (available, held, microUsdPerHour) => {
        const decision = decideHold({
          availableMicroUsd: available,
          heldMicroUsd: held,
          microUsdPerHour,
          budgetLeftMicroUsd: null,
          instanceBudgetLeftMicroUsd: null,
          ledgerBudget: null,
        })
        expect(decision.topUpMicroUsd).toBeGreaterThanOrEqual(0)
        expect(decision.topUpMicroUsd).toBeLessThanOrEqual(available)
      }),
    )
  })

  it('never lets use exceed the balance, whatever the heartbeat intervals', () => {
    const steps = fc.array(fc.integer({ min: 0, max: holdStopBelowS }), { maxLength: 300 })
    fc.assert(
      fc.property(amount, price, steps, (balance, microUsdPerHour, stepsS) => {
        const end = runUntilStopped({ balance, budget: null, microUsdPerHour, stepsS })
        expect(end.leastHeldMicroUsd).toBeGreaterThanOrEqual(0)
        expect(end.spentMicroUsd).toBeLessThanOrEqual(balance)
      }),
    )
  })

  it('takes at most the rest of the key’s budget, and stops when that is too little', () => {
    const low = { heldMicroUsd: 1_000, budgetLeftMicroUsd: 5_000 }
    expect(decideHold(aSituation(low))).toMatchObject({ topUpMicroUsd: 5_000, stop: false })
    const spent = { heldMicroUsd: 100 * holdStopBelowS - 1, budgetLeftMicroUsd: 0 }
    const decision = decideHold(aSituation(spent))
    expect(decision).toMatchObject({ topUpMicroUsd: 0, stop: true, boundBy: 'key_budget' })
  })

  it('lets the smallest of the budgets bind, and names it', () => {
    const both = { heldMicroUsd: 0, budgetLeftMicroUsd: 900, instanceBudgetLeftMicroUsd: 800 }
    expect(decideHold(aSituation(both))).toMatchObject({
      topUpMicroUsd: 800,
      stop: true,
      boundBy: 'instance_budget',
    })
    const key = { ...both, budgetLeftMicroUsd: 700 }
    const account = {
      ...key,
      ledgerBudget: { boundBy: 'account_budget' as const, leftMicroUsd: 600 },
    }
    expect(decideHold(aSituation(account))).toMatchObject({
      topUpMicroUsd: 600,
      boundBy: 'account_budget',
    })
    expect(decideHold(aSituation(key))).toMatchObject({ topUpMicroUsd: 700, boundBy: 'key_budget' })
  })

  it('names the balance if that ends first, and treats an overspent budget as empty', () => {
    const poor = { availableMicroUsd: 0, heldMicroUsd: 0, budgetLeftMicroUsd: 1 }
    expect(decideHold(aSituation(poor))).toMatchObject({ stop: true, boundBy: 'balance' })
    const overspent = { heldMicroUsd: 0, budgetLeftMicroUsd: -1 }
    const decision = decideHold(aSituation(overspent))
    expect(decision).toMatchObject({ topUpMicroUsd: 0, stop: true, boundBy: 'key_budget' })
  })

  it('never lets holds exceed the budget of a key', () => {
    const steps = fc.array(fc.integer({ min: 0, max: holdStopBelowS }), { maxLength: 300 })
    fc.assert(
      fc.property(amount, amount, price, steps, (balance, budget, microUsdPerHour, stepsS) => {
        const end = runUntilStopped({ balance, budget, microUsdPerHour, stepsS })
        expect(end.leastHeldMicroUsd).toBeGreaterThanOrEqual(0)
        expect(end.mostTakenMicroUsd).toBeLessThanOrEqual(Math.min(balance, budget))
      }),
    )
  })

  it('never lets cost and hold of an instance exceed its budget, whatever is reported and changed', () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('report' as const),
        usedS: fc.integer({ min: 0, max: 7_200 }),
      }),
      fc.record({ kind: fc.constant('budget' as const), microUsd: amount }),
      fc.record({ kind: fc.constant('funds' as const), microUsd: amount }),
    )
    fc.assert(
      fc.property(
        amount,
        amount,
        price,
        fc.array(step, { maxLength: 200 }),
        (funds, budget, rate, steps) => {
          expect(worstOverrun({ funds, budget, rate, steps })).toBeLessThanOrEqual(0)
        },
      ),
    )
  })

  it('uses the balance up to the last seconds before it stops', () => {
    const stepsS = Array.from({ length: 1_000 }, () => 5)
    const end = runUntilStopped({
      balance: 400_000,
      budget: null,
      microUsdPerHour: perHour,
      stepsS,
    })
    expect(end.stopped).toBe(true)
    expect(400_000 - end.spentMicroUsd).toBeLessThan(coverFor(perHour, holdStopBelowS))
  })
})

describe('exhaustionWarnings', () => {
  it('warns at one hour and at ten minutes left', () => {
    expect(exhaustionWarnings(100 * 3_601, perHour)).toEqual([])
    expect(exhaustionWarnings(100 * 3_600, perHour)).toEqual([3_600])
    expect(exhaustionWarnings(100 * 601, perHour)).toEqual([3_600])
    expect(exhaustionWarnings(100 * 600, perHour)).toEqual([3_600, 600])
  })

  it('returns no warnings when nothing is spent', () => {
    expect(exhaustionWarnings(0, 0)).toEqual([])
  })
})

describe('firstHold', () => {
  it('needs no immediate top-up', () => {
    fc.assert(
      fc.property(price, (microUsdPerHour) => {
        const held = firstHold(microUsdPerHour)
        const situation = aSituation({ availableMicroUsd: 0, heldMicroUsd: held, microUsdPerHour })
        expect(decideHold(situation)).toMatchObject({ topUpMicroUsd: 0, stop: false })
      }),
    )
  })
})

/** Simulates heartbeats as the control plane does: decide, then use for the step. Ends at the first stop. */
function runUntilStopped(run: {
  balance: number
  /** The maximum to take from the balance in all. */
  budget: number | null
  microUsdPerHour: number
  stepsS: readonly number[]
}) {
  let [available, held, usedS, spentMicroUsd, leastHeldMicroUsd] = [run.balance, 0, 0, 0, 0]
  for (const stepS of run.stepsS) {
    const decision = decideHold({
      availableMicroUsd: available,
      heldMicroUsd: held,
      microUsdPerHour: run.microUsdPerHour,
      budgetLeftMicroUsd: run.budget === null ? null : run.budget - (run.balance - available),
      instanceBudgetLeftMicroUsd: null,
      ledgerBudget: null,
    })
    available -= decision.topUpMicroUsd
    held += decision.topUpMicroUsd
    const mostTakenMicroUsd = run.balance - available
    if (decision.stop) return { stopped: true, spentMicroUsd, leastHeldMicroUsd, mostTakenMicroUsd }
    const charge = chargeBetween(run.microUsdPerHour, usedS, usedS + stepS)
    usedS += stepS
    held -= charge
    spentMicroUsd += charge
    leastHeldMicroUsd = Math.min(leastHeldMicroUsd, held, available)
  }
  const mostTakenMicroUsd = run.balance - available
  return { stopped: false, spentMicroUsd, leastHeldMicroUsd, mostTakenMicroUsd }
}

type Step =
  | { kind: 'report'; usedS: number }
  | { kind: 'budget'; microUsd: number }
  | { kind: 'funds'; microUsd: number }

/**
 * Runs an instance through reports, of any length, new budgets and new funds, as the control plane does: use is charged
 * from the hold alone, and a budget that is lowered releases the rest of it. Returns by how much the worst step
 * exceeded the budget.
 */
function worstOverrun(run: { funds: number; budget: number; rate: number; steps: Step[] }): number {
  let { funds, budget } = run
  let [held, charged, worst] = [0, 0, Number.NEGATIVE_INFINITY]
  for (const step of run.steps) {
    if (step.kind === 'funds') funds += step.microUsd
    if (step.kind === 'budget' && step.microUsd >= charged) {
      budget = step.microUsd
      const released = Math.max(0, held - (budget - charged))
      held -= released
      funds += released
    }
    if (step.kind === 'report') {
      const charge = Math.min(held, coverFor(run.rate, step.usedS))
      held -= charge
      charged += charge
      const decision = decideHold({
        availableMicroUsd: funds,
        heldMicroUsd: held,
        microUsdPerHour: run.rate,
        budgetLeftMicroUsd: null,
        instanceBudgetLeftMicroUsd: budget - charged - held,
        ledgerBudget: null,
      })
      held += decision.topUpMicroUsd
      funds -= decision.topUpMicroUsd
    }
    worst = Math.max(worst, charged + held - budget)
  }
  return worst
}

function aSituation(changes: Partial<Parameters<typeof decideHold>[0]> = {}) {
  return {
    availableMicroUsd: 5_000_000,
    heldMicroUsd: 90_000,
    microUsdPerHour: perHour,
    budgetLeftMicroUsd: null,
    instanceBudgetLeftMicroUsd: null,
    ledgerBudget: null,
    ...changes,
  }
}
