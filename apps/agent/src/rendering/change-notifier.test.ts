import { createTestClock } from '@gridloom/async/test-clock'
import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import { describe, expect, it } from 'vitest'
import { aChunk, anotherChunkId, bytesOf, contentHashOf } from '../../test/render-builders.ts'
import { createChunkChangeNotifier, reportEveryMs } from './change-notifier.ts'
import { type ChunkRecord, newChunk } from './chunk-record.ts'

describe('reports of chunks', () => {
  it('are sent at once, later ones after a delay with the newest state only', async () => {
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

  it('are sent at once again after a quiet second', async () => {
    const test = setup()
    const record = aRecord()
    test.change(record, 'waiting')
    await test.clock.advance(reportEveryMs)
    test.change(record, 'loading')
    expect(test.phases()).toEqual(['waiting', 'loading'])
  })

  it('are sent at once by now(), which replaces a delayed one', async () => {
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

  it('are limited per chunk', () => {
    const test = setup()
    test.change(aRecord(), 'waiting')
    test.change(aRecord({ chunk_id: anotherChunkId }), 'loading')
    expect(test.phases()).toEqual(['waiting', 'loading'])
  })

  it('end with a forgotten chunk', async () => {
    const test = setup()
    const record = aRecord()
    test.change(record, 'waiting')
    test.change(record, 'loading')
    test.notifier.forget(record)
    await test.clock.advance(reportEveryMs)
    expect(test.phases()).toEqual(['waiting'])
  })

  it('end with the notifier and with their listener', async () => {
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
