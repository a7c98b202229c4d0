import { createTestClock } from '@gridloom/async/test-clock'
import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import { heartbeatMs } from '@gridloom/contract/core/constants'
import type { Benchmark } from '@gridloom/contract/machines/hardware'
import { describe, expect, it } from 'vitest'
import { aHardware, anInstanceId, aReport, aSample } from '../../test/builders.ts'
import { createFakeManager, type FakeManagerOverrides } from '../../test/fake-manager.ts'
import { aChunkReport } from '../../test/render-builders.ts'
import { absentModels } from '../models/absent.ts'
import { absentRendering } from '../rendering/absent.ts'
import { type ReportSources, reportMessages } from './reports.ts'

describe('the report stream', () => {
  it('begins with hello and then beats every five seconds', async () => {
    const test = setup()
    await test.clock.advance(3 * heartbeatMs)
    expect(test.received).toMatchObject([
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
    test.manager.put(aReport())
    await test.clock.advance(heartbeatMs)
    expect(test.received.at(-1)).toMatchObject({
      kind: 'heartbeat',
      instances: [{ instance_id: anInstanceId }],
      metrics: [{ instance_id: anInstanceId }],
    })
  })

  it('tells of a change without waiting for the heartbeat', async () => {
    const test = setup()
    await test.clock.advance(0)
    test.manager.put(aReport({ phase: 'starting' }))
    await test.clock.advance(0)
    expect(test.received.at(-1)).toMatchObject({ kind: 'instance', report: { phase: 'starting' } })
  })

  it('beats on without loads where reading them hangs', async () => {
    const test = setup({ sampleMetrics: () => new Promise(() => undefined) })
    await test.clock.advance(4 * heartbeatMs)
    const beats = test.received.filter(({ kind }) => kind === 'heartbeat')
    expect(beats.length).toBeGreaterThanOrEqual(3)
    expect(beats[0]).toMatchObject({ metrics: [] })
  })

  it('beats on without loads where reading them fails', async () => {
    const test = setup({ sampleMetrics: () => Promise.reject(new Error('no engine')) })
    await test.clock.advance(heartbeatMs)
    expect(test.received.at(-1)).toMatchObject({ kind: 'heartbeat', metrics: [] })
  })

  it('sends the load before again where it cannot be read', async () => {
    const test = setup()
    await test.clock.advance(heartbeatMs)
    test.failLoads()
    await test.clock.advance(heartbeatMs)
    expect(test.received.at(-1)).toMatchObject({ kind: 'heartbeat', sequence: 2, load: aLoad })
    expect(test.failures).toHaveLength(1)
  })

  it('has every chunk in hello and in every heartbeat', async () => {
    const chunk = aChunkReport()
    const test = setup({}, { report: () => ({ ...nothing.report(), chunks: [chunk] }) })
    await test.clock.advance(heartbeatMs)
    expect(test.received).toMatchObject([
      { kind: 'hello', rendering: { chunks: [chunk] } },
      { kind: 'heartbeat', chunks: [chunk] },
    ])
  })

  it('tells of a chunk, and of what is held and can be rendered, as they change', async () => {
    const rendering = createRenderingStrings()
    const test = setup({}, rendering)
    await test.clock.advance(0)
    rendering.tell(aChunkReport({ phase: 'loading' }))
    await test.clock.advance(0)
    rendering.change()
    await test.clock.advance(0)
    expect(test.received.slice(1)).toMatchObject([
      { kind: 'chunk', report: { phase: 'loading' } },
      { kind: 'rendering', rendering: { missing: 'Blender is not installed.' } },
    ])
    test.stop()
    await test.clock.advance(0)
    expect(rendering.listeners()).toBe(0)
  })

  it('leaves no listener and no timer behind', async () => {
    const test = setup()
    await test.clock.advance(heartbeatMs)
    test.stop()
    await test.clock.advance(0)
    const receivedBefore = test.received.length
    test.manager.put(aReport())
    await test.clock.advance(10 * heartbeatMs)
    expect(test.received).toHaveLength(receivedBefore)
    expect(test.ended()).toBe(true)
  })
})

const aFigure: Benchmark = {
  kind: 'cpu_single_mops',
  value: 900,
  measured_at: '2026-01-01T00:00:00.000Z',
}

const nothing = absentRendering(null)

/** Rendering that changes when the test says so. */
function createRenderingStrings() {
  const chunkListeners = new Set<(report: ChunkReport) => void>()
  const changeListeners = new Set<() => void>()
  return {
    report: () => ({ ...nothing.report(), missing: 'Blender is not installed.' }),
    onChunk: (listener: (report: ChunkReport) => void) => {
      chunkListeners.add(listener)
      return () => void chunkListeners.delete(listener)
    },
    onChange: (listener: () => void) => {
      changeListeners.add(listener)
      return () => void changeListeners.delete(listener)
    },
    tell: (report: ChunkReport) => {
      for (const listener of chunkListeners) listener(report)
    },
    change: () => {
      for (const listener of changeListeners) listener()
    },
    listeners: () => chunkListeners.size + changeListeners.size,
  }
}

/** A report stream that is read as it comes. */
function setup(
  parts: Partial<FakeManagerOverrides> = {},
  rendering: Partial<ReportSources['rendering']> = {},
) {
  const clock = createTestClock()
  const manager = createFakeManager(parts)
  const stop = new AbortController()
  const received: AgentMessage[] = []
  const failures: unknown[] = []
  let load = async () => aLoad
  let hasEnded = false
  const sources = {
    manager,
    clock,
    bootId: 'boot',
    hardware: { current: () => aHardware(), onChange: () => () => undefined },
    benchmarks: { all: () => [aFigure], onMeasured: () => () => undefined },
    rendering: { ...nothing, ...rendering },
    inference: absentModels(),
    load: () => load(),
    onFailure: (cause: unknown) => void failures.push(cause),
  }
  void (async () => {
    for await (const message of reportMessages(sources, stop.signal)) received.push(message)
    hasEnded = true
  })()
  return {
    clock,
    manager,
    received,
    failures,
    failLoads: () => {
      load = () => Promise.reject(new Error('no such file'))
    },
    stop: () => stop.abort(),
    ended: () => hasEnded,
  }
}

const aLoad = { at: '2026-01-01T00:00:00Z', cpu_percent: 1, memory_used_mib: 2, disk_free_gb: 3 }
