import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import { Sha256 } from '@gridloom/contract/core/values'
import { describe, expect, it } from 'vitest'
import { aHardware, anotherInstanceId, aReport } from '../../test/builders.ts'
import { aServeReport } from '../../test/inference-builders.ts'
import { aChunkId, aChunkReport, anotherChunkId } from '../../test/render-builders.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'

describe('what waits for a slow reader', () => {
  it('is the newest report of each instance, not every one', async () => {
    const mailbox = createMailbox()
    for (const phase of ['pulling', 'creating', 'running'] as const) {
      mailbox.putReport(aReport({ phase }))
    }
    mailbox.putReport(aReport({ instance_id: anotherInstanceId }))
    expect(await taken(mailbox, 2)).toMatchObject([
      { kind: 'instance', report: { phase: 'running' } },
      { kind: 'instance', report: { instance_id: anotherInstanceId } },
    ])
  })

  it('is one heartbeat, made when it is read', async () => {
    const mailbox = createMailbox()
    const made: number[] = []
    for (const sequence of [1, 2, 3]) {
      mailbox.putHeartbeat(() => {
        made.push(sequence)
        return aHeartbeat(sequence)
      })
    }
    expect(await taken(mailbox, 1)).toMatchObject([{ kind: 'heartbeat', sequence: 3 }])
    expect(made).toEqual([3])
  })

  it('is read heartbeat first', async () => {
    const mailbox = createMailbox()
    mailbox.putHardware(aHardware())
    mailbox.putBenchmark({ kind: 'network_rtt_ms', value: 1, measured_at: '2026-01-01T00:00:00Z' })
    mailbox.putReport(aReport())
    mailbox.putHeartbeat(() => aHeartbeat(1))
    const kinds = (await taken(mailbox, 4)).map(({ kind }) => kind)
    expect(kinds).toEqual(['heartbeat', 'instance', 'hardware', 'benchmark'])
  })
})

describe('rendering that waits for a slow reader', () => {
  it('is the newest report of each chunk', async () => {
    const mailbox = createMailbox()
    mailbox.putChunk(aChunkReport({ phase: 'loading' }))
    mailbox.putChunk(aChunkReport({ chunk_id: anotherChunkId }))
    mailbox.putChunk(aChunkReport({ phase: 'rendering' }))
    expect(await taken(mailbox, 2)).toMatchObject([
      { kind: 'chunk', report: { chunk_id: aChunkId, phase: 'rendering' } },
      { kind: 'chunk', report: { chunk_id: anotherChunkId } },
    ])
  })

  it('is the newest report of each model, and none that a heartbeat has said', async () => {
    const mailbox = createMailbox()
    for (const busy of [0, 1, 2]) mailbox.putServing(aServeReport({ busy }))
    expect(await taken(mailbox, 1)).toMatchObject([{ kind: 'serving', report: { busy: 2 } }])
    mailbox.putServing(aServeReport())
    mailbox.putHeartbeat(() => aHeartbeat(1))
    await taken(mailbox, 1)
    mailbox.putHardware(aHardware())
    expect(await taken(mailbox, 1)).toMatchObject([{ kind: 'hardware' }])
  })

  it('is never older than the heartbeat that was read before it', async () => {
    const mailbox = createMailbox()
    mailbox.putChunk(aChunkReport({ phase: 'loading' }))
    mailbox.putHeartbeat(() => aHeartbeat(1))
    mailbox.putReport(aReport())
    const kinds = (await taken(mailbox, 2)).map(({ kind }) => kind)
    mailbox.putHardware(aHardware())
    expect(kinds).toEqual(['heartbeat', 'instance'])
    expect(await taken(mailbox, 1)).toMatchObject([{ kind: 'hardware' }])
  })

  it('is one report of the whole, made when it is read, with every chunk in it', async () => {
    const mailbox = createMailbox()
    const scenes: Sha256[] = []
    const whole = () => ({ capability: null, missing: null, scenes, chunks: [] })
    mailbox.putChunk(aChunkReport())
    mailbox.putRendering(whole)
    mailbox.putRendering(whole)
    scenes.push(aScene)
    expect(await taken(mailbox, 1)).toMatchObject([
      { kind: 'rendering', rendering: { scenes: [aScene] } },
    ])
    mailbox.putHardware(aHardware())
    expect(await taken(mailbox, 1)).toMatchObject([{ kind: 'hardware' }])
  })
})

describe('a reader that waits', () => {
  it('is woken by what comes', async () => {
    const mailbox = createMailbox()
    const reading = taken(mailbox, 1)
    mailbox.putReport(aReport())
    expect(await reading).toHaveLength(1)
  })

  it('ends with its signal', async () => {
    const stop = new AbortController()
    const next = createMailbox().messages(stop.signal).next()
    stop.abort()
    expect(await next).toEqual({ done: true, value: undefined })
  })
})

const aScene = Sha256.parse('a'.repeat(64))

function aHeartbeat(sequence: number): AgentMessage {
  const load = { at: '2026-01-01T00:00:00Z', cpu_percent: 0, memory_used_mib: 0, disk_free_gb: 0 }
  return { kind: 'heartbeat', sequence, instances: [], metrics: [], load, chunks: [], serving: [] }
}

async function taken(mailbox: Mailbox, count: number): Promise<AgentMessage[]> {
  const messages: AgentMessage[] = []
  for await (const message of mailbox.messages(new AbortController().signal)) {
    messages.push(message)
    if (messages.length === count) break
  }
  return messages
}
