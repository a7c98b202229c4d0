import { describe, expect, it } from 'vitest'
import { aChunk } from '../../../../testing/render-samples.ts'
import { sampleId, secondsBefore } from '../../../../testing/samples.ts'
import { chunkName, chunkStatus } from './chunk-words.ts'
import { isAtWork, trackBars, trackSpan, tracksOf } from './tracks.ts'

const nowMs = Date.parse(secondsBefore(0))

describe('the tracks of machines', () => {
  it('are one for each machine, busy ones first, then by name', () => {
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

  it('span from the first start to now while a chunk is in progress', () => {
    const chunks = [chunk({ from: 300, to: 200, state: 'done' }), chunk({ from: 100 })]
    expect(trackSpan(chunks, nowMs)).toEqual({ fromMs: nowMs - 300_000, toMs: nowMs })
  })

  it('span at least one minute, so that the first second does not fill the screen', () => {
    expect(trackSpan([chunk({ from: 1 })], nowMs).toMs).toBe(nowMs - 1_000 + 60_000)
  })
})

describe('the bars of a track', () => {
  it('have the start and duration of their chunk', () => {
    const chunks = [chunk({ from: 100, to: 50, state: 'done' }), chunk({ from: 50 })]
    expect(placed(chunks)).toEqual([
      { left: 0, width: 50, row: 0 },
      { left: 50, width: 50, row: 0 },
    ])
  })

  it('use several rows when chunks overlap', () => {
    const chunks = [
      chunk({ from: 100, to: 40, state: 'done' }),
      chunk({ from: 90, to: 20, state: 'done' }),
      chunk({ from: 40 }),
    ]
    expect(placed(chunks).map(({ row }) => row)).toEqual([0, 1, 0])
  })

  it('are never too thin to click, and never exceed the track', () => {
    const chunks = [chunk({ from: 100, to: 99.99, state: 'failed' }), chunk({ from: 0.01 })]
    for (const { left, width } of placed(chunks)) {
      expect(width).toBeGreaterThanOrEqual(2)
      expect(left + width).toBeLessThanOrEqual(100)
    }
  })
})

describe('the texts of a chunk', () => {
  it('name its kind and frames', () => {
    expect(chunkName({ kind: 'frames', frames: [12] })).toBe('Frame 12')
    expect(chunkName({ kind: 'frames', frames: [12, 13, 14] })).toBe('Frames 12–14')
    expect(chunkName({ kind: 'check', frames: [7] })).toBe('Check of frame 7')
    expect(chunkName({ kind: 'merge', frames: [7] })).toBe('Merging frame 7')
  })

  it('have a different word for each state', () => {
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
  return trackBars({ chunks }, span, nowMs).map(({ left, width, row }) => ({
    left: Math.round(left),
    width: Math.round(width),
    row,
  }))
}
