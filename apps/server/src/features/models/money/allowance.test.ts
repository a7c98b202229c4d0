import { AccountId, AllowanceId } from '@gridloom/contract/core/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Allowance,
  freeOf,
  isQuiet,
  newAllowance,
  notePaid,
  reserveFrom,
  settleReserved,
  utcDayOf,
} from './allowance.ts'

describe('an allowance', () => {
  it('never reserves or pays more than it holds, in any order of steps', () => {
    fc.assert(
      fc.property(fc.nat(10_000), steps, (heldMicroUsd, all) => {
        const allowance = anAllowance({ heldMicroUsd })
        const reserved: number[] = []
        let paid = 0
        for (const { verb, microUsd, share } of all) {
          if (verb === 'take' && microUsd <= freeOf(allowance)) {
            reserveFrom(allowance, microUsd, 1)
            reserved.push(microUsd)
          }
          const one = verb === 'end' ? reserved.pop() : undefined
          if (one !== undefined)
            settleReserved(allowance, {
              reservedMicroUsd: one,
              owedMicroUsd: Math.floor(one * share),
            })
          if (verb === 'pay') {
            paid += allowance.unpaidMicroUsd
            notePaid(allowance, allowance.unpaidMicroUsd)
          }
          expect(freeOf(allowance)).toBeGreaterThanOrEqual(0)
          expect(allowance.heldMicroUsd + paid).toBe(heldMicroUsd)
          expect(isQuiet(allowance)).toBe(reserved.length === 0 && allowance.unpaidMicroUsd === 0)
        }
      }),
    )
  })

  it('throws when more than its free money is reserved', () => {
    expect(() => reserveFrom(anAllowance({ heldMicroUsd: 5 }), 6, 1)).toThrow(RangeError)
  })

  it('counts for the UTC day on which it was opened', () => {
    const evening = new Date('2026-11-21T23:59:59.999Z')
    const midnight = new Date('2026-11-22T00:00:00.000Z')
    expect(anAllowance({}, evening).day).toBe(utcDayOf(evening))
    expect(utcDayOf(midnight)).toBe(utcDayOf(evening) + 1)
  })
})

const steps = fc.array(
  fc.record({
    verb: fc.constantFrom('take', 'take', 'end', 'pay'),
    microUsd: fc.nat(3_000),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 60 },
)

function anAllowance(
  parts: Partial<Allowance> = {},
  now = new Date('2026-11-21T17:00:00.000Z'),
): Allowance {
  const id = AllowanceId.parse('tab_00000000000000000000000001')
  const accountId = AccountId.parse('acc_00000000000000000000000001')
  return { ...newAllowance({ id, payer: { accountId, keyId: null }, now }), ...parts }
}
