import { createTestClock } from '@gridloom/async/test-clock'
import {
  AccountId,
  GenerationId,
  InferenceTabId,
  MachineId,
  ModelEndpointId,
} from '@gridloom/contract/core/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anAnswer } from '../../../../test/tabs.ts'
import { systemIds } from '../../../platform/ids.ts'
import { batchesOf, divide, type Owed, sharesOf, sumOf } from './batch.ts'
import { newTab, type Tab } from './tab.ts'

describe('a batch of answers', () => {
  it('stands for one tab, under a number of its own each time', () => {
    const [one, other] = [aTab(1), aTab(2)]
    const owed = [anOwed(one, 1), anOwed(other, 1), anOwed(one, 2), anOwed(null, 1)]
    expect(batchesOf(owed).map(({ tab, number }) => [tab?.id ?? null, number])).toEqual([
      [one.id, 1],
      [other.id, 1],
      [null, 0],
    ])
    expect(batchesOf([anOwed(one, 1)])[0]?.number).toBe(2)
  })

  it('owes each machine the sum of its answers, and leaves out what is free', () => {
    const tab = aTab(1)
    const [batch] = batchesOf([
      anOwed(tab, 1, 5),
      anOwed(tab, 2, 7),
      anOwed(tab, 1, 8),
      anOwed(tab, 3, 0),
    ])
    if (batch === undefined) throw new RangeError('what is owed makes a batch')
    expect(sharesOf(batch).map(({ machineId, microUsd }) => [machineId, microUsd])).toEqual([
      [machine(1), 13],
      [machine(2), 7],
    ])
  })

  it('divides what was paid without losing or adding a micro-dollar', () => {
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

function aTab(n: number): Tab {
  return newTab({ id: InferenceTabId.parse(`tab_${numbered(n)}`), payer, now: clock.now() })
}

function anOwed(tab: Tab | null, machineNumber: number, microUsd = 1): Owed {
  const endpoint = {
    id: ModelEndpointId.parse(`mep_${numbered(machineNumber)}`),
    machineId: machine(machineNumber),
    providerAccountId: accountId,
  }
  const id = GenerationId.parse(`gen_${numbered(machineNumber)}`)
  return { tab, answer: anAnswer({ clock, ids }, payer, { id, endpoint, microUsd }), microUsd }
}
