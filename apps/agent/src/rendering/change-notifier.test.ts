import { createTestClock } from '@gridloom/async/test-clock'
import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import { describe, expect, it } from 'vitest'
import { aChunk, anotherChunkId, bytesOf, contentHashOf } from '../../test/render-builders.ts'
import { createChunkChangeNotifier, reportEveryMs } from './change-notifier.ts'
import { type ChunkRecord, newChunk } from './chunk-record.ts'

describe('reports of chunks', () => {
  it('is at once, and for what comes soon after as soon as it may: the newest alone', async () => {
    const test = setup()
    const record = aRecord()
    for (const phase of ['waiting', 'loading', 'rendering'] as const) test.change(record, phase)
    expect(test.phases()).toEqual(['waiting'])
    await test.clock.advance(reportEveryMs - 1)
    expect(test.phases()).toEqual(['waiting'])
    await test.clock.advance(1)
    expect(test.phases()).toEqual(['waiting', 'rendering'])
    await test.clock.advance(10 * reportEveryMs)
    expect(test.phases()).toHaveLength(2)
  })

  it('is at once again when it was quiet', async () => {
    const test = setup()
    const record = aRecord()
    test.change(record, 'waiting')
    await test.clock.advance(reportEveryMs)
    test.change(record, 'loading')
    expect(test.phases()).toEqual(['waiting', 'loading'])
  })

  it('does not wait for what somebody waits for, and then says no older thing', async () => {
    const test = setup()
    const record = aRecord()
    test.change(record, 'waiting')
    test.change(record, 'rendering')
    record.phase = 'ended'
    test.notifier.now(record)
    expect(test.phases()).toEqual(['waiting', 'ended'])
    await test.clock.advance(10 * reportEveryMs)
    expect(test.phases()).toHaveLength(2)
  })

  it('holds no chunk up for another', () => {
    const test = setup()
    test.change(aRecord(), 'waiting')
    test.change(aRecord({ chunk_id: anotherChunkId }), 'loading')
    expect(test.phases()).toEqual(['waiting', 'loading'])
  })

  it('ends with a chunk that is forgotten', async () => {
    const test = setup()
    const record = aRecord()
    test.change(record, 'waiting')
    test.change(record, 'loading')
    test.notifier.forget(record)
    await test.clock.advance(reportEveryMs)
    expect(test.phases()).toEqual(['waiting'])
  })

  it('ends with the agent, and with the listener', async () => {
    const test = setup()
    const record = aRecord()
    const received: ChunkReport[] = []
    const end = test.notifier.onChange((report) => received.push(report))
    test.change(record, 'waiting')
    end()
    test.change(record, 'loading')
    test.notifier[Symbol.dispose]()
    await test.clock.advance(reportEveryMs)
    test.change(record, 'ended')
    expect(received).toHaveLength(1)
    expect(test.phases()).toEqual(['waiting'])
  })
})

function aRecord(changes: Parameters<typeof aChunk>[2] = {}): ChunkRecord {
  return newChunk(aChunk(contentHashOf(bytesOf('scene')), [1], changes))
}

function setup() {
  const clock = createTestClock()
  const notifier = createChunkChangeNotifier(clock)
  const reported: ChunkReport[] = []
  notifier.onChange((report) => reported.push(report))
  return {
    clock,
    notifier,
    change: (record: ChunkRecord, phase: ChunkRecord['phase']) => {
      record.phase = phase
      notifier.changed(record)
    },
    phases: () => reported.map(({ phase }) => phase),
  }
}
