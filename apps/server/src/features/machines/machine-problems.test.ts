import { describe, expect, it } from 'vitest'
import { aGpu, aHardware } from '../../../test/messages.ts'
import { isRentable, type MachineCondition, machineProblemsOf } from './machine-problems.ts'

const { isolation_gaps: _, ...unknown } = aHardware()

it('finds no problem with a healthy machine', () => {
  expect(machineProblemsOf(aCondition())).toEqual([])
  expect(isRentable(aCondition())).toBe(true)
})

it('finds no problem with a waiting machine, which cannot be rented', () => {
  const waiting = aCondition({ status: 'waiting', hardware: null })
  expect(machineProblemsOf(waiting)).toEqual([])
  expect(isRentable(waiting)).toBe(false)
})

describe('a problem that takes the machine off the market', () => {
  const cases: [string, Partial<MachineCondition>][] = [
    ['offline', { status: 'offline' }],
    ['agent_old', { agentProtocol: 0 }],
    ['agent_old', { agentProtocol: null }],
    ['engine_missing', { hardware: aHardware({ engine: null }) }],
    ['memory_low', { hardware: aHardware({ memory_mib: 100 }) }],
    ['disk_low', { diskOfferedGb: 0 }],
    ['not_isolated', { hardware: aHardware({ isolation_gaps: ['egress'] }) }],
    ['isolation_unknown', { hardware: unknown }],
  ]
  it.each(cases)('makes the machine unrentable: %s', (code, given) => {
    const condition = aCondition(given)
    expect(codesOf(condition)).toEqual([code])
    expect(isRentable(condition)).toBe(false)
  })
})

describe('isolation', () => {
  it('may be incomplete when the provider chose to list the machine anyway', () => {
    const hardware = aHardware({ isolation_gaps: ['egress', 'runc'] })
    const chosen = aCondition({ hardware, listNotIsolated: true })
    expect(codesOf(chosen)).toEqual(['not_isolated', 'not_isolated'])
    expect(isRentable(chosen)).toBe(true)
  })

  it('cannot be waived when the agent did not check it', () => {
    expect(isRentable(aCondition({ hardware: unknown, listNotIsolated: true }))).toBe(false)
  })

  it('stays rentable without resource views, and reports incomplete hardening', () => {
    const views = aCondition({ hardware: aHardware({ isolation_gaps: ['resource_views'] }) })
    expect(machineProblemsOf(views)).toMatchObject([{ code: 'hardening_incomplete' }])
    expect(isRentable(views)).toBe(true)
  })
})

it('tells that seconds may be unpaid where the usage journal was unreadable', () => {
  const hardware = aHardware({ usage_unreadable_at: '2026-02-03T04:05:06.000Z' })
  const condition = aCondition({ hardware })
  expect(machineProblemsOf(condition)).toMatchObject([{ code: 'usage_unreadable' }])
  expect(machineProblemsOf(condition)[0]?.text).toContain('3 Feb 2026, 04:05 UTC')
  expect(isRentable(condition)).toBe(true)
})

describe('a problem with only part of a machine', () => {
  it('leaves the machine rentable when the engine lacks the GPU runtime', () => {
    const condition = aCondition({ hardware: aHardware({ gpus: [aGpu()] }) })
    expect(codesOf(condition)).toEqual(['runtime_missing'])
    expect(isRentable(condition)).toBe(true)
  })

  it('names the GPUs that another machine has and leaves the machine rentable', () => {
    const condition = aCondition({ gpusElsewhere: ['GPU-1', 'GPU-2'] })
    expect(machineProblemsOf(condition)[0]?.text).toContain('GPU-1, GPU-2')
    expect(isRentable(condition)).toBe(true)
  })
})

it.each([
  ['flood', 'sent more than the limit allows'],
  ['bad_message', 'sent a message that this server does not understand'],
] as const)('reports when and why its connection was ended: %s', (kind, why) => {
  const violation = { kind, at: new Date('2026-02-03T04:05:06Z') }
  for (const given of [{}, { status: 'waiting', hardware: null }] as const) {
    const condition = aCondition({ ...given, violation })
    expect(machineProblemsOf(condition)).toMatchObject([{ code: 'protocol_violation' }])
    expect(machineProblemsOf(condition)[0]?.text).toContain('3 Feb 2026, 04:05 UTC')
    expect(machineProblemsOf(condition)[0]?.text).toContain(why)
  }
  expect(isRentable(aCondition({ violation }))).toBe(true)
})

it('does not require a runtime for a GPU that only the PCI bus names', () => {
  const hardware = aHardware({ gpus: [aGpu({ source: 'pci' })] })
  expect(codesOf(aCondition({ hardware }))).toEqual([])
})

it('describes each problem and its remedy', () => {
  const broken = aCondition({
    status: 'offline',
    agentProtocol: 0,
    hardware: aHardware({ engine: null }),
    diskOfferedGb: 0,
    gpusElsewhere: ['GPU-1'],
  })
  const problems = machineProblemsOf(broken)
  expect(problems).toHaveLength(5)
  for (const { text, remedy } of problems)
    expect(Math.min(text.length, remedy.length)).toBeGreaterThan(10)
})

function codesOf(condition: MachineCondition): string[] {
  return machineProblemsOf(condition).map((problem) => problem.code)
}

function aCondition(given: Partial<MachineCondition> = {}): MachineCondition {
  return {
    status: 'online',
    hardware: aHardware(),
    agentProtocol: 1,
    cpuSlots: 8,
    diskOfferedGb: 100,
    gpusElsewhere: [],
    listNotIsolated: false,
    stopOverdueSince: null,
    violation: null,
    ...given,
  }
}
