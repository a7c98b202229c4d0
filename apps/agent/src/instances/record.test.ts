import { describe, expect, it } from 'vitest'
import { aSpec } from '../../test/builders.ts'
import type { ContainerFacts } from '../runtime/port.ts'
import { count, instanceReport, newRecord, takeFacts } from './record.ts'

const startedAt = '2026-01-01T00:00:00.000000000Z'

describe('the facts about a container', () => {
  it('continue the count while the container keeps running', () => {
    const record = aReadyRecord()
    takeFacts(record, aContainer(), at(10_000))
    expect(instanceReport(record, at(10_000))).toMatchObject({ ready: true, ready_s: 10 })
  })

  it('end the count at the end of the container, not at its detection', () => {
    const record = aReadyRecord()
    takeFacts(record, ended('2026-01-01T00:00:04Z'), at(10_000))
    expect(instanceReport(record, at(20_000))).toMatchObject({ ready: false, ready_s: 4 })
  })

  it('reset readiness where the container was started again', () => {
    const record = aReadyRecord()
    takeFacts(record, aContainer({ startedAt: '2026-01-01T00:00:05Z' }), at(10_000))
    expect(record.ready).toBe(false)
    expect(instanceReport(record, at(20_000)).ready_s).toBe(10)
  })

  it('never reduce a count where the end is before the last report', () => {
    const record = aReadyRecord()
    expect(instanceReport(record, at(10_000)).ready_s).toBe(10)
    takeFacts(record, ended('2026-01-01T00:00:04Z'), at(12_000))
    expect(instanceReport(record, at(12_000)).ready_s).toBe(10)
  })

  it('mark a container that ran and is gone as lost, once', () => {
    const record = aReadyRecord()
    takeFacts(record, undefined, at(1_000))
    expect(record.ending?.reason.code).toBe('disk_lost')
    const { ending } = record
    takeFacts(record, undefined, at(2_000))
    expect(record.ending).toBe(ending)
  })

  it('do not mark a container as lost that never ran or is to be destroyed', () => {
    const fresh = newRecord(aSpec(), at(0))
    takeFacts(fresh, undefined, at(1_000))
    expect(fresh.ending).toBeUndefined()
    const leaving = aReadyRecord()
    leaving.spec = aSpec({ generation: 2, desired: 'destroyed' })
    takeFacts(leaving, undefined, at(1_000))
    expect(leaving.ending).toBeUndefined()
  })
})

describe('the count', () => {
  it('is held while the state of the container is unknown', () => {
    const record = aReadyRecord()
    record.meterHeld = true
    expect(instanceReport(record, at(60_000)).ready_s).toBe(0)
    record.meterHeld = false
    expect(instanceReport(record, at(60_000)).ready_s).toBe(60)
  })

  it('includes the stopped disk only while there is one', () => {
    const record = newRecord(aSpec({ desired: 'stopped' }), at(0))
    record.containerState = 'absent'
    expect(instanceReport(record, at(10_000)).stopped_s).toBe(0)
    record.containerState = 'exited'
    count(record, at(10_000))
    expect(instanceReport(record, at(15_000)).stopped_s).toBe(5)
  })
})

function aReadyRecord() {
  const record = newRecord(aSpec(), at(0))
  Object.assign(record, { phase: 'running', ready: true, containerState: 'running', startedAt })
  count(record, at(0))
  return record
}

function at(ms: number) {
  return { monotonicMs: ms, wallMs: Date.parse(startedAt) + ms }
}

function ended(finishedAt: string): ContainerFacts {
  return aContainer({ state: 'exited', finishedAt, exitCode: 0 })
}

function aContainer(changes: Partial<ContainerFacts> = {}): ContainerFacts {
  return {
    containerId: 'c1',
    cpus: [],
    name: 'gridloom-one',
    labels: {},
    state: 'running',
    startedAt,
    finishedAt: null,
    exitCode: null,
    outOfMemory: false,
    isOffline: false,
    ...changes,
  }
}
