import type { ChunkPartReport, ChunkReport } from '@gridloom/contract/agent/rendering'
import { RenderChunkId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { activityOf, movementOf } from './activity.ts'

it.each([
  ['waiting', 'Waiting for the previous chunk'],
  ['fetching', 'Downloading the scene'],
  ['loading', 'Opening the scene'],
  ['rendering', 'Rendering'],
] as const)('describes a chunk that is %s', (phase, text) => {
  expect(activityOf(aReport({ phase }))).toEqual({ text, frame: null, percent: null })
})

it('includes the frame, the part and the sample', () => {
  const part = aPartReport({ key: '12.3', sample: 80, samples: 512 })
  expect(activityOf(aReport({ pieces: [part] }))).toEqual({
    text: 'Frame 12, part 3, sample 80 of 512',
    frame: 12,
    percent: 15.6,
  })
})

it('keeps a percentage between 0 and 100, whatever a machine reports', () => {
  const percentOf = (sample: number, samples: number) =>
    activityOf(aReport({ pieces: [aPartReport({ sample, samples })] }))?.percent
  expect(percentOf(900, 5)).toBe(100)
  expect(percentOf(-3, 5)).toBe(0)
  expect(percentOf(3, 0)).toBeNull()
})

it('returns null for a chunk that has ended', () => {
  expect(activityOf(aReport({ phase: 'ended' }))).toBeNull()
})

it('detects progress in a sample and a phase, and none if nothing has changed', () => {
  const at = (sample: number) =>
    movementOf(aReport({ pieces: [aPartReport({ sample, samples: 9 })] }))
  expect(at(1)).toBe(at(1))
  expect(at(1)).not.toBe(at(2))
  expect(movementOf(aReport({ phase: 'loading' }))).not.toBe(movementOf(aReport({})))
})

it('expects no progress of a chunk that only waits', () => {
  expect(movementOf(aReport({ phase: 'waiting' }))).toBeNull()
  expect(movementOf(aReport({ phase: 'fetching' }))).toBeNull()
})

function aReport(given: Partial<ChunkReport>): ChunkReport {
  return {
    chunk_id: RenderChunkId.parse(`rch_${'0'.repeat(26)}`),
    lease_token: 'token',
    phase: 'rendering',
    pieces: [],
    problem: null,
    samples_per_minute: null,
    memory_peak_mib: null,
    ...given,
  }
}

function aPartReport(given: Partial<ChunkPartReport>): ChunkPartReport {
  return {
    key: '12',
    state: 'rendering',
    sample: null,
    samples: null,
    render_s: null,
    file: null,
    problem: null,
    ...given,
  }
}
