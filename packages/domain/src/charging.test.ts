import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chargeStart, type StartUse } from './charging.ts'

it('charges nothing before it is ready or entered, within its free start', () => {
  expect(chargeStart(aUse({ runningS: 5 }))).toEqual({
    freeS: 5,
    runningS: 0,
    stoppedS: 0,
    began: null,
  })
})

it('charges the seconds in which it was ready', () => {
  const charge = chargeStart(aUse({ runningS: 5, readyS: 2 }))
  expect(charge).toMatchObject({ freeS: 3, runningS: 2, began: 'ready' })
})

it('charges from the time its renter entered it', () => {
  const charge = chargeStart(aUse({ runningS: 5, enteredAfterS: 1 }))
  expect(charge).toMatchObject({ freeS: 1, runningS: 4, began: 'entered' })
})

it('charges running time beyond the free start', () => {
  const charge = chargeStart(aUse({ runningS: 5, freeLeftS: 2 }))
  expect(charge).toMatchObject({ freeS: 2, runningS: 3, began: 'free_start_used' })
})

it('charges a stopped disk beyond the free start', () => {
  const charge = chargeStart(aUse({ stoppedS: 5, freeLeftS: 1 }))
  expect(charge).toMatchObject({ freeS: 1, stoppedS: 4, began: 'free_start_used' })
})

it('divides every second into free and charged, and never exceeds the free start', () => {
  const seconds = fc.integer({ min: 0, max: 60 })
  const uses = fc.record({
    unreadyS: seconds,
    readyS: seconds,
    stoppedS: seconds,
    enteredAfterS: fc.option(seconds),
    freeLeftS: seconds,
  })
  fc.assert(
    fc.property(uses, ({ unreadyS, ...use }) => {
      const runningS = unreadyS + use.readyS
      const charge = chargeStart({ ...use, runningS })
      expect(charge.freeS + charge.runningS + charge.stoppedS).toBe(runningS + use.stoppedS)
      expect(charge.freeS).toBeLessThanOrEqual(use.freeLeftS)
      expect(Math.min(charge.freeS, charge.stoppedS)).toBeGreaterThanOrEqual(0)
      expect(charge.runningS).toBeGreaterThanOrEqual(use.readyS)
    }),
  )
})

function aUse(change: Partial<StartUse>): StartUse {
  return { runningS: 0, readyS: 0, stoppedS: 0, enteredAfterS: null, freeLeftS: 300, ...change }
}
