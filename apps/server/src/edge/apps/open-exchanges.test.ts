import { createTestClock } from '@gridloom/async/test-clock'
import { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { silentLog } from '#platform/log'
import type { Admitted } from './admission.ts'
import { createOpenExchanges } from './open-exchanges.ts'

it('tells of the instances that are used, until no exchange was open since the last time', async () => {
  const clock = createTestClock()
  const reported: (readonly InstanceId[])[] = []
  using exchanges = createOpenExchanges({
    access: {
      subscribe: () => () => {},
      used: async (ids) => void reported.push(ids),
    },
    admissions: {
      forget: () => {},
      askAgain: async () => admitted(1),
      admit: async () => admitted(1),
      size: () => 0,
    },
    ...{ clock, log: silentLog(), perAccountMax: 10 },
  })
  const open = exchanges.enter(entry(1), () => {})
  exchanges.enter(entry(2), () => {})()
  await clock.advance(20_000)
  await clock.advance(20_000)
  open()
  await clock.advance(20_000)
  expect(reported.map((ids) => [...ids].sort())).toEqual([
    [instance(1), instance(2)],
    [instance(1)],
  ])
})

function entry(number: number) {
  const question = { label: `8888-${number}`, cookies: [], token: undefined, visitor: '::1' }
  return { question, admitted: admitted(number) }
}

function admitted(number: number): Admitted {
  return {
    kind: 'admitted',
    instanceId: instance(number),
    machineId: MachineId.parse('mch_00000000000000000000000001'),
    accountId: AccountId.parse('acc_00000000000000000000000001'),
    port: 8888,
    accessKey: 'a',
    audience: 'account',
    untilMs: null,
    subjects: [],
  }
}

function instance(number: number): InstanceId {
  return InstanceId.parse(`ins_${String(number).padStart(26, '0')}`)
}
