import fc from 'fast-check'
import { expect, it } from 'vitest'
import { utilization } from './utilization.ts'

const someTimes = fc.array(
  fc.nat(100_000).chain((slots) => fc.record({ slots: fc.constant(slots), rented: fc.nat(slots) })),
)

it('is unknown where no slot was rented or could be rented', () => {
  expect(utilization([])).toBeNull()
  expect(utilization([{ slots: 0, rented: 0 }])).toBeNull()
})

it('weighs each period by its slots', () => {
  expect(
    utilization([
      { slots: 300, rented: 300 },
      { slots: 100, rented: 0 },
    ]),
  ).toBe(75)
})

it('is between 0 and 100, and 100 only if all of the time was rented', () => {
  fc.assert(
    fc.property(someTimes, (times) => {
      const percent = utilization(times)
      if (percent === null) return
      expect(percent).toBeGreaterThanOrEqual(0)
      expect(percent).toBeLessThanOrEqual(100)
      if (times.every(({ slots, rented }) => slots === rented)) expect(percent).toBe(100)
    }),
  )
})
