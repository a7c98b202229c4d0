import { createTestClock } from '@gridloom/async/test-clock'
import { heartbeatMs } from '@gridloom/contract/core/constants'
import type { Benchmark } from '@gridloom/contract/machines/hardware'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { aHardware, anInstanceId, aReport, aSample, aSigner } from '../../test/builders.ts'
import { createFakeManager, type FakeManagerOverrides } from '../../test/fake-manager.ts'
import { aChunkReport } from '../../test/render-builders.ts'
import { systemRandom } from '../host/random.ts'
import { createRentalWatch } from '../host/rental-watch.ts'
import { instancesWorkload } from '../instances/workload.ts'
import { type RunningWorkload, type SentMessage, silent } from '../workload.ts'
import { reportMessages } from './reports.ts'

describe('the report stream', () => {
  it('begins with hello, followed by a heartbeat every five seconds', async () => {
    const test = await setup()
    await test.clock.advance(3 * heartbeatMs)
    expect(test.received).toMatchObject([
      { kind: 'hello', boot_id: 'boot' },
      { kind: 'heartbeat', sequence: 1 },
      { kind: 'heartbeat', sequence: 2 },
      { kind: 'heartbeat', sequence: 3 },
    ])
  })

  it('has every instance in every heartbeat, with its load', async () => {
    const test = await setup({
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

  it('reports a change without waiting for the heartbeat', async () => {
    const test = await setup()
    await test.clock.advance(0)
    test.manager.put(aReport({ phase: 'starting' }))
    await test.clock.advance(0)
    expect(test.received.at(-1)).toMatchObject({ kind: 'instance', report: { phase: 'starting' } })
  })

  it('sends heartbeats without metrics while reading them hangs', async () => {
    const test = await setup({ sampleMetrics: () => new Promise(() => undefined) })
    await test.clock.advance(4 * heartbeatMs)
    const beats = test.received.filter(({ kind }) => kind === 'heartbeat')
    expect(beats.length).toBeGreaterThanOrEqual(3)
    expect(beats[0]).toMatchObject({ metrics: [] })
  })

  it('sends heartbeats without metrics when reading them fails', async () => {
    const test = await setup({ sampleMetrics: () => Promise.reject(new Error('no engine')) })
    await test.clock.advance(heartbeatMs)
    expect(test.received.at(-1)).toMatchObject({ kind: 'heartbeat', metrics: [] })
  })

  it('repeats the last load and reports the failure when it cannot be read', async () => {
    const test = await setup()
    await test.clock.advance(heartbeatMs)
    test.failLoads()
    await test.clock.advance(heartbeatMs)
    expect(test.received.at(-1)).toMatchObject({ kind: 'heartbeat', sequence: 2, load: aLoad })
    expect(test.failures).toHaveLength(1)
  })

  it('contains the parts of all workloads in hello and in heartbeats', async () => {
    const chunk = aChunkReport()
    const rendering = { capability: null, missing: null, scenes: [], chunks: [chunk] }
    const test = await setup({}, [
      aWorkload({ hello: () => ({ rendering }), heartbeat: () => ({ chunks: [chunk] }) }),
      aWorkload({ hello: () => ({ benchmarks: [aFigure] }) }),
    ])
    await test.clock.advance(heartbeatMs)
    expect(test.received).toMatchObject([
      { kind: 'hello', instances: [], rendering: { chunks: [chunk] }, benchmarks: [aFigure] },
      { kind: 'heartbeat', instances: [], chunks: [chunk] },
    ])
  })

  it('watches a workload until the stream ends', async () => {
    const watchers = new Set<Parameters<RunningWorkload['watch']>[0]>()
    const watch: RunningWorkload['watch'] = (notify) => {
      watchers.add(notify)
      return () => void watchers.delete(notify)
    }
    const test = await setup({}, [aWorkload({ watch })])
    await test.clock.advance(0)
    const message = () => ({ kind: 'benchmark', benchmark: aFigure }) as const
    for (const notify of watchers) notify({ key: 'figure', message })
    await test.clock.advance(0)
    expect(test.received.slice(1)).toEqual([{ kind: 'benchmark', benchmark: aFigure }])
    test.stop()
    await test.clock.advance(0)
    expect(watchers.size).toBe(0)
  })

  it('leaves no listener and no timer behind', async () => {
    const test = await setup()
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

/** A workload that does nothing except for the given changes. */
function aWorkload(changes: Partial<RunningWorkload>): RunningWorkload {
  return {
    ...silent,
    routes: [],
    hello: () => ({}),
    [Symbol.asyncDispose]: async () => undefined,
    ...changes,
  }
}

/** A report stream whose messages are read as they arrive. */
async function setup(
  parts: Partial<FakeManagerOverrides> = {},
  workloads: readonly RunningWorkload[] = [],
) {
  const clock = createTestClock()
  const manager = createFakeManager(parts)
  const stop = new AbortController()
  const received: SentMessage[] = []
  const failures: unknown[] = []
  let load = async () => aLoad
  let hasEnded = false
  const instances = await instancesWorkload(() => manager).start({
    ...{ dataDir: '/nowhere', clock, random: systemRandom, log: pino({ level: 'silent' }) },
    ...{ rental: createRentalWatch(), signal: stop.signal, signer: aSigner },
  })
  const sources = {
    workloads: [instances, ...workloads],
    clock,
    bootId: 'boot',
    hardware: { current: () => aHardware(), onChange: () => () => undefined },
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
