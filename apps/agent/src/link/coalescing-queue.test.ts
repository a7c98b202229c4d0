import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import { Sha256 } from '@gridloom/contract/core/values'
import { describe, expect, it } from 'vitest'
import { aHardware, anotherInstanceId, aReport } from '../../test/builders.ts'
import { aServeReport } from '../../test/model-builders.ts'
import { aChunkId, aChunkReport, anotherChunkId } from '../../test/render-builders.ts'
import { type CoalescingQueue, createCoalescingQueue } from './coalescing-queue.ts'

describe('what waits for a slow reader', () => {
  it('is the newest report of each instance, not every one', async () => {
    const queue = createCoalescingQueue()
    for (const phase of ['pulling', 'creating', 'running'] as const) {
      queue.putReport(aReport({ phase }))
    }
    queue.putReport(aReport({ instance_id: anotherInstanceId }))
    expect(await taken(queue, 2)).toMatchObject([
      { kind: 'instance', report: { phase: 'running' } },
      { kind: 'instance', report: { instance_id: anotherInstanceId } },
    ])
  })

  it('is one heartbeat, made when it is read', async () => {
    const queue = createCoalescingQueue()
    const made: number[] = []
    for (const sequence of [1, 2, 3]) {
      queue.putHeartbeat(() => {
        made.push(sequence)
        return aHeartbeat(sequence)
      })
    }
    expect(await taken(queue, 1)).toMatchObject([{ kind: 'heartbeat', sequence: 3 }])
    expect(made).toEqual([3])
  })

  it('is read heartbeat first', async () => {
    const queue = createCoalescingQueue()
    queue.putHardware(aHardware())
    queue.putBenchmark({ kind: 'network_rtt_ms', value: 1, measured_at: '2026-01-01T00:00:00Z' })
    queue.putReport(aReport())
    queue.putHeartbeat(() => aHeartbeat(1))
    const kinds = (await taken(queue, 4)).map(({ kind }) => kind)
    expect(kinds).toEqual(['heartbeat', 'instance', 'hardware', 'benchmark'])
  })
})

describe('rendering that waits for a slow reader', () => {
  it('is the newest report of each chunk', async () => {
    const queue = createCoalescingQueue()
    queue.putChunk(aChunkReport({ phase: 'loading' }))
    queue.putChunk(aChunkReport({ chunk_id: anotherChunkId }))
    queue.putChunk(aChunkReport({ phase: 'rendering' }))
    expect(await taken(queue, 2)).toMatchObject([
      { kind: 'chunk', report: { chunk_id: aChunkId, phase: 'rendering' } },
      { kind: 'chunk', report: { chunk_id: anotherChunkId } },
    ])
  })

  it('is the newest report of each model, and none that a heartbeat has said', async () => {
    const queue = createCoalescingQueue()
    for (const busy of [0, 1, 2]) queue.putServing(aServeReport({ busy }))
    expect(await taken(queue, 1)).toMatchObject([{ kind: 'serving', report: { busy: 2 } }])
    queue.putServing(aServeReport())
    queue.putHeartbeat(() => aHeartbeat(1))
    await taken(queue, 1)
    queue.putHardware(aHardware())
    expect(await taken(queue, 1)).toMatchObject([{ kind: 'hardware' }])
  })

  it('is never older than the heartbeat that was read before it', async () => {
    const queue = createCoalescingQueue()
    queue.putChunk(aChunkReport({ phase: 'loading' }))
    queue.putHeartbeat(() => aHeartbeat(1))
    queue.putReport(aReport())
    const kinds = (await taken(queue, 2)).map(({ kind }) => kind)
    queue.putHardware(aHardware())
    expect(kinds).toEqual(['heartbeat', 'instance'])
    expect(await taken(queue, 1)).toMatchObject([{ kind: 'hardware' }])
  })

  it('is one report of the whole, made when it is read, with every chunk in it', async () => {
    const queue = createCoalescingQueue()
    const scenes: Sha256[] = []
    const whole = () => ({ capability: null, missing: null, scenes, chunks: [] })
    queue.putChunk(aChunkReport())
    queue.putRendering(whole)
    queue.putRendering(whole)
    scenes.push(aScene)
    expect(await taken(queue, 1)).toMatchObject([
      { kind: 'rendering', rendering: { scenes: [aScene] } },
    ])
    queue.putHardware(aHardware())
    expect(await taken(queue, 1)).toMatchObject([{ kind: 'hardware' }])
  })
})

describe('a reader that waits', () => {
  it('is woken by what comes', async () => {
    const queue = createCoalescingQueue()
    const reading = taken(queue, 1)
    queue.putReport(aReport())
    expect(await reading).toHaveLength(1)
  })

  it('ends with its signal', async () => {
    const stop = new AbortController()
    const next = createCoalescingQueue().messages(stop.signal).next()
    stop.abort()
    expect(await next).toEqual({ done: true, value: undefined })
  })
})

const aScene = Sha256.parse('a'.repeat(64))

function aHeartbeat(sequence: number): AgentMessage {
  const load = { at: '2026-01-01T00:00:00Z', cpu_percent: 0, memory_used_mib: 0, disk_free_gb: 0 }
  return { kind: 'heartbeat', sequence, instances: [], metrics: [], load, chunks: [], serving: [] }
}

async function taken(queue: CoalescingQueue, count: number): Promise<AgentMessage[]> {
  const messages: AgentMessage[] = []
  for await (const message of queue.messages(new AbortController().signal)) {
    messages.push(message)
    if (messages.length === count) break
  }
  return messages
}
