import { createTestClock } from '@gridloom/async/test-clock'
import {
  AccountId,
  AllowanceId,
  GenerationId,
  MachineId,
  ModelEndpointId,
} from '@gridloom/contract/core/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anAnswer } from '../../../../test/allowances.ts'
import { systemIds } from '../../../platform/ids.ts'
import { type Allowance, newAllowance } from './allowance.ts'
import { batchesOf, divide, machineSharesOf, sumOf, type UnwrittenAnswer } from './batch.ts'

describe('a batch of answers', () => {
  it('belongs to one allowance, and has its own number each time', () => {
    const [one, other] = [anAllowance(1), anAllowance(2)]
    const owed = [anOwed(one, 1), anOwed(other, 1), anOwed(one, 2), anOwed(null, 1)]
    expect(batchesOf(owed).map(({ allowance, number }) => [allowance?.id ?? null, number])).toEqual(
      [
        [one.id, 1],
        [other.id, 1],
        [null, 0],
      ],
    )
    expect(batchesOf([anOwed(one, 1)])[0]?.number).toBe(2)
  })

  it('owes each machine the sum of its answers, and leaves out free ones', () => {
    const allowance = anAllowance(1)
    const [batch] = batchesOf([
      anOwed(allowance, 1, 5),
      anOwed(allowance, 2, 7),
      anOwed(allowance, 1, 8),
      anOwed(allowance, 3, 0),
    ])
    if (batch === undefined) throw new RangeError('what is owed makes a batch')
    expect(machineSharesOf(batch).map(({ machineId, microUsd }) => [machineId, microUsd])).toEqual([
      [machine(1), 13],
      [machine(2), 7],
    ])
  })

  it('divides the paid amount without losing or adding a micro-dollar', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { minLength: 1 }), fc.nat(5_000), (amounts, most) => {
        const owed = amounts.map((microUsd) => anOwed(null, 1, microUsd))
        const paid = Math.min(most, sumOf(owed))
        const parts = divide(paid, owed)
        expect(parts.reduce((sum, { microUsd }) => sum + microUsd, 0)).toBe(paid)
        for (const { owed: one, microUsd } of parts) {
          expect(microUsd).toBeLessThanOrEqual(one.microUsd)
          expect(microUsd).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})

const clock = createTestClock()
const ids = systemIds(() => clock.now())
const numbered = (n: number) => String(n).padStart(26, '0')
const machine = (n: number) => MachineId.parse(`mch_${numbered(n)}`)
const accountId = AccountId.parse(`acc_${numbered(1)}`)
const payer = { accountId, keyId: null }

function anAllowance(n: number): Allowance {
  return newAllowance({ id: AllowanceId.parse(`tab_${numbered(n)}`), payer, now: clock.now() })
}

function anOwed(allowance: Allowance | null, machineNumber: number, microUsd = 1): UnwrittenAnswer {
  const endpoint = {
    id: ModelEndpointId.parse(`mep_${numbered(machineNumber)}`),
    machineId: machine(machineNumber),
    providerAccountId: accountId,
  }
  const id = GenerationId.parse(`gen_${numbered(machineNumber)}`)
  return {
    allowance,
    answer: anAnswer({ clock, ids }, payer, { id, endpoint, microUsd }),
    microUsd,
  }
}
