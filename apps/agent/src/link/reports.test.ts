import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import { heartbeatMs } from '@gridloom/contract/constants'
import type { Benchmark } from '@gridloom/contract/hardware'
import { describe, expect, it } from 'vitest'
import { aHardware, anInstanceId, aReport, aSample } from '../../test/builders.ts'
import { createFakeKeeper, type FakeKeeperParts } from '../../test/fake-keeper.ts'
import { createManualClock } from '../../test/manual-clock.ts'
import { absentRendering } from '../rendering/absent.ts'
import { reportMessages } from './reports.ts'

describe('the report stream', () => {
  it('begins with hello and then beats every five seconds', async () => {
    const test = setup()
    await test.clock.advance(3 * heartbeatMs)
    expect(test.heard).toMatchObject([
      { kind: 'hello', boot_id: 'boot', benchmarks: [aFigure] },
      { kind: 'heartbeat', sequence: 1 },
      { kind: 'heartbeat', sequence: 2 },
      { kind: 'heartbeat', sequence: 3 },
    ])
  })

  it('has every instance in every heartbeat, with its load', async () => {
    const test = setup({
      sampleMetrics: async () => [{ instance_id: anInstanceId, sample: aSample() }],
    })
    test.keeper.put(aReport())
    await test.clock.advance(heartbeatMs)
    expect(test.heard.at(-1)).toMatchObject({
      kind: 'heartbeat',
      instances: [{ instance_id: anInstanceId }],
      metrics: [{ instance_id: anInstanceId }],
    })
  })

  it('tells of a change without waiting for the heartbeat', async () => {
    const test = setup()
    await test.clock.advance(0)
    test.keeper.put(aReport({ phase: 'starting' }))
    await test.clock.advance(0)
    expect(test.heard.at(-1)).toMatchObject({ kind: 'instance', report: { phase: 'starting' } })
  })

  it('beats on without loads where reading them hangs', async () => {
    const test = setup({ sampleMetrics: () => new Promise(() => undefined) })
    await test.clock.advance(4 * heartbeatMs)
    const beats = test.heard.filter(({ kind }) => kind === 'heartbeat')
    expect(beats.length).toBeGreaterThanOrEqual(3)
    expect(beats[0]).toMatchObject({ metrics: [] })
  })

  it('beats on without loads where reading them fails', async () => {
    const test = setup({ sampleMetrics: () => Promise.reject(new Error('no engine')) })
    await test.clock.advance(heartbeatMs)
    expect(test.heard.at(-1)).toMatchObject({ kind: 'heartbeat', metrics: [] })
  })

  it('sends the load before again where it cannot be read', async () => {
    const test = setup()
    await test.clock.advance(heartbeatMs)
    test.failLoads()
    await test.clock.advance(heartbeatMs)
    expect(test.heard.at(-1)).toMatchObject({ kind: 'heartbeat', sequence: 2, load: aLoad })
    expect(test.failures).toHaveLength(1)
  })

  it('leaves no listener and no timer behind', async () => {
    const test = setup()
    await test.clock.advance(heartbeatMs)
    test.stop()
    await test.clock.advance(0)
    const heardBefore = test.heard.length
    test.keeper.put(aReport())
    await test.clock.advance(10 * heartbeatMs)
    expect(test.heard).toHaveLength(heardBefore)
    expect(test.ended()).toBe(true)
  })
})

const aFigure: Benchmark = {
  kind: 'cpu_single_mops',
  value: 900,
  measured_at: '2026-01-01T00:00:00.000Z',
}

/** A report stream that is read as it comes. */
function setup(parts: Partial<FakeKeeperParts> = {}) {
  const clock = createManualClock()
  const keeper = createFakeKeeper(parts)
  const stop = new AbortController()
  const heard: AgentMessage[] = []
  const failures: unknown[] = []
  let load = async () => aLoad
  let hasEnded = false
  const sources = {
    keeper,
    clock,
    bootId: 'boot',
    hardware: { current: () => aHardware(), onChange: () => () => undefined },
    benchmarks: { all: () => [aFigure], onMeasured: () => () => undefined },
    rendering: absentRendering,
    load: () => load(),
    onFailure: (cause: unknown) => void failures.push(cause),
  }
  void (async () => {
    for await (const message of reportMessages(sources, stop.signal)) heard.push(message)
    hasEnded = true
  })()
  return {
    clock,
    keeper,
    heard,
    failures,
    failLoads: () => {
      load = () => Promise.reject(new Error('no such file'))
    },
    stop: () => stop.abort(),
    ended: () => hasEnded,
  }
}

const aLoad = { at: '2026-01-01T00:00:00Z', cpu_percent: 1, memory_used_mib: 2, disk_free_gb: 3 }
