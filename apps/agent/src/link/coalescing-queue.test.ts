import { describe, expect, it } from 'vitest'
import { aHardware, anotherInstanceId, aReport } from '../../test/builders.ts'
import type { ChangeNotice, SentMessage } from '../workload.ts'
import { type CoalescingQueue, createCoalescingQueue } from './coalescing-queue.ts'

describe('the coalescing queue', () => {
  it('sends only the newest state of each instance', async () => {
    const queue = createCoalescingQueue()
    const put = queue.addSource()
    for (const phase of ['pulling', 'creating', 'running'] as const) put(aChange({ phase }))
    put(aChange({ instance_id: anotherInstanceId }))
    expect(await taken(queue, 2)).toMatchObject([
      { report: { phase: 'running' } },
      { report: { instance_id: anotherInstanceId } },
    ])
  })

  it('sends one heartbeat, created when it is read', async () => {
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

  it('sends the heartbeat first, then the notices source by source', async () => {
    const queue = createCoalescingQueue()
    const [first, second] = [queue.addSource(), queue.addSource()]
    second(aHardwareChange)
    first(aChange())
    queue.putHeartbeat(() => aHeartbeat(1))
    const kinds = (await taken(queue, 3)).map(({ kind }) => kind)
    expect(kinds).toEqual(['heartbeat', 'instance', 'hardware'])
  })

  it('drops notices that the heartbeat covers', async () => {
    const queue = createCoalescingQueue()
    const [first, second] = [queue.addSource(), queue.addSource()]
    first({ ...aChange(), coveredBy: 'heartbeat' })
    second(aHardwareChange)
    queue.putHeartbeat(() => aHeartbeat(1))
    const kinds = (await taken(queue, 2)).map(({ kind }) => kind)
    expect(kinds).toEqual(['heartbeat', 'hardware'])
  })

  it('sends one covering notice in place of all waiting notices of its source', async () => {
    const queue = createCoalescingQueue()
    const [first, second] = [queue.addSource(), queue.addSource()]
    first(aChange())
    first({ ...aHardwareChange, coveredBy: 'this' })
    first(aChange({ instance_id: anotherInstanceId }))
    second(aChange({ phase: 'stopped' }))
    expect(await taken(queue, 2)).toMatchObject([
      { kind: 'hardware' },
      { report: { phase: 'stopped' } },
    ])
  })
})

describe('a waiting reader', () => {
  it('wakes when a notice is queued', async () => {
    const queue = createCoalescingQueue()
    const put = queue.addSource()
    const reading = taken(queue, 1)
    put(aChange())
    expect(await reading).toHaveLength(1)
  })

  it('ends when its signal aborts', async () => {
    const stop = new AbortController()
    const next = createCoalescingQueue().messages(stop.signal).next()
    stop.abort()
    expect(await next).toEqual({ done: true, value: undefined })
  })
})

function aChange(changes: Parameters<typeof aReport>[0] = {}): ChangeNotice {
  const report = aReport(changes)
  return { key: report.instance_id, message: () => ({ kind: 'instance', report }) }
}

const aHardwareChange: ChangeNotice = {
  key: 'all',
  message: () => ({ kind: 'hardware', hardware: aHardware() }),
}

function aHeartbeat(sequence: number): SentMessage {
  const load = { at: '2026-01-01T00:00:00Z', cpu_percent: 0, memory_used_mib: 0, disk_free_gb: 0 }
  return { kind: 'heartbeat', sequence, load }
}

async function taken(queue: CoalescingQueue, count: number): Promise<SentMessage[]> {
  const messages: SentMessage[] = []
  for await (const message of queue.messages(new AbortController().signal)) {
    messages.push(message)
    if (messages.length === count) break
  }
  return messages
}
