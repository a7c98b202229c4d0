import { AccountId, MachineId } from '@gridloom/contract/core/ids'
import { describe, expect, it } from 'vitest'
import { decideEnrolment, type EarlierMachine } from './decide-enrolment.ts'

const now = new Date('2026-06-15T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const own = AccountId.parse('acc_00000000000000000000000001')
const other = AccountId.parse('acc_00000000000000000000000002')
const machine = (n: number) => MachineId.parse(`mch_0000000000000000000000000${n}`)

describe('decideEnrolment', () => {
  it('makes a new machine on an unknown computer', () => {
    expect(judge()).toEqual({ kind: 'new', before: [] })
  })

  it('returns the account’s own machine, the one last seen, however long ago', () => {
    expect(judge(was({ lastSeenAt: daysAgo(400) }))).toEqual({
      kind: 'again',
      machineId: machine(1),
    })
    expect(
      judge(
        was({ lastSeenAt: daysAgo(2) }),
        was({ machineId: machine(2), lastSeenAt: daysAgo(1) }),
      ),
    ).toEqual({ kind: 'again', machineId: machine(2) })
  })

  it('rejects another account’s computer until it has been offline for seven days', () => {
    expect(judge(was({ accountId: other, lastSeenAt: daysAgo(6.9) }))).toEqual({ kind: 'taken' })
    expect(judge(was({}), was({ accountId: other }))).toEqual({ kind: 'taken' })
    expect(judge(was({ accountId: other, lastSeenAt: daysAgo(7) }))).toEqual({
      kind: 'new',
      before: [machine(1)],
    })
  })

  it('releases a removed machine’s computer at once, and lists the machine as before', () => {
    expect(judge(was({ accountId: other, removedAt: now }))).toEqual({
      kind: 'new',
      before: [machine(1)],
    })
    expect(judge(was({ removedAt: now }))).toEqual({ kind: 'new', before: [machine(1)] })
  })
})

function judge(...earlier: EarlierMachine[]) {
  return decideEnrolment(earlier, { accountId: own, now })
}

function was(change: Partial<EarlierMachine>): EarlierMachine {
  return { machineId: machine(1), accountId: own, removedAt: null, lastSeenAt: now, ...change }
}
