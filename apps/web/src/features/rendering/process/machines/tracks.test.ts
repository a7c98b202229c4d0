import { describe, expect, it } from 'vitest'
import { aChunk } from '../../../../testing/render-samples.ts'
import { sampleId, secondsBefore } from '../../../../testing/samples.ts'
import { chunkName, chunkStatus } from './chunk-words.ts'
import { barsOf, isAtWork, spanOf, tracksOf } from './tracks.ts'

const nowMs = Date.parse(secondsBefore(0))

describe('the lanes of machines', () => {
  it('are one for each machine, those at work first, then by name', () => {
    const tracks = tracksOf([
      chunk({ machine: 3, name: 'attic', state: 'done' }),
      chunk({ machine: 2, name: 'loft', state: 'leased' }),
      chunk({ machine: 1, name: 'cellar', state: 'done' }),
      chunk({ machine: 2, name: 'loft', state: 'done' }),
    ])
    expect(tracks.map(({ machineName }) => machineName)).toEqual(['loft', 'attic', 'cellar'])
    expect(tracks.map(isAtWork)).toEqual([true, false, false])
    expect(tracks[0]?.chunks).toHaveLength(2)
  })

  it('reach from the first beginning to now while something is under way', () => {
    const chunks = [chunk({ from: 300, to: 200, state: 'done' }), chunk({ from: 100 })]
    expect(spanOf(chunks, nowMs)).toEqual({ fromMs: nowMs - 300_000, toMs: nowMs })
  })

  it('are at least a minute long, so that a first second fills no screen', () => {
    expect(spanOf([chunk({ from: 1 })], nowMs).toMs).toBe(nowMs - 1_000 + 60_000)
  })
})

describe('the bars of a lane', () => {
  it('lie where and as long as the machine had the chunk', () => {
    const chunks = [chunk({ from: 100, to: 50, state: 'done' }), chunk({ from: 50 })]
    expect(placed(chunks)).toEqual([
      { left: 0, width: 50, row: 0 },
      { left: 50, width: 50, row: 0 },
    ])
  })

  it('lie in rows where a chunk was given out before the last was done', () => {
    const chunks = [
      chunk({ from: 100, to: 40, state: 'done' }),
      chunk({ from: 90, to: 20, state: 'done' }),
      chunk({ from: 40 }),
    ]
    expect(placed(chunks).map(({ row }) => row)).toEqual([0, 1, 0])
  })

  it('are never too thin to be pressed, nor beyond the lane', () => {
    const chunks = [chunk({ from: 100, to: 99.99, state: 'failed' }), chunk({ from: 0.01 })]
    for (const { left, width } of placed(chunks)) {
      expect(width).toBeGreaterThanOrEqual(2)
      expect(left + width).toBeLessThanOrEqual(100)
    }
  })
})

describe('a chunk in words', () => {
  it('says what was given out', () => {
    expect(chunkName({ kind: 'frames', frames: [12] })).toBe('Frame 12')
    expect(chunkName({ kind: 'frames', frames: [12, 13, 14] })).toBe('Frames 12–14')
    expect(chunkName({ kind: 'check', frames: [7] })).toBe('Check of frame 7')
    expect(chunkName({ kind: 'merge', frames: [7] })).toBe('Merging frame 7')
  })

  it('tells its states apart by word and tone', () => {
    const states = (['leased', 'done', 'failed', 'lost', 'stopped'] as const).map(chunkStatus)
    expect(new Set(states.map(({ word }) => word)).size).toBe(5)
    expect(chunkStatus('lost')).toEqual({ tone: 'warn', word: 'Lost' })
  })
})

interface ChunkSetup {
  machine?: number
  name?: string
  state?: string
  from?: number
  to?: number
}

function chunk({ machine = 1, name = 'loom-01', state = 'leased', from = 30, to }: ChunkSetup) {
  return aChunk({
    machine_id: sampleId('mch', machine),
    machine_name: name,
    state,
    started_at: secondsBefore(from),
    ended_at: to === undefined ? null : secondsBefore(to),
  })
}

function placed(chunks: ReturnType<typeof chunk>[]) {
  const span = { fromMs: nowMs - 100_000, toMs: nowMs }
  return barsOf({ chunks }, span, nowMs).map(({ left, width, row }) => ({
    left: Math.round(left),
    width: Math.round(width),
    row,
  }))
}
