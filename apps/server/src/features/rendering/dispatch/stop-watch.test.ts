import type { ChunkPartReport, ChunkReport } from '@gridloom/contract/agent/rendering'
import { RenderChunkId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { startStopWatch } from './stop-watch.ts'

it('uses the reported time of a part if there was enough time for it', () => {
  const watch = startStopWatch(0)
  watch.see(aReport([done('1', 4)]), 5_000)
  expect(watch.renderMs('1')).toBe(4_000)
})

it('caps a part’s time at the time since the part before', () => {
  const watch = startStopWatch(0)
  watch.see(aReport([done('1', 4)]), 5_000)
  watch.see(aReport([done('1', 4), done('2', 60)]), 8_000)
  expect(watch.renderMs('2')).toBeLessThanOrEqual(3_500)
})

it('divides the time among parts that are reported at once', () => {
  const watch = startStopWatch(0)
  watch.see(aReport([done('1', 10), done('2', 30)]), 20_000)
  expect(watch.renderMs('1')).toBe(5_000)
  expect(watch.renderMs('2')).toBe(15_000)
})

it('keeps the time of a part that is reported again', () => {
  const watch = startStopWatch(0)
  watch.see(aReport([done('1', 2)]), 5_000)
  watch.see(aReport([done('1', 200)]), 500_000)
  expect(watch.renderMs('1')).toBe(2_000)
})

it('excludes time in which the chunk waited, apart from the reporting delay', () => {
  const watch = startStopWatch(0)
  watch.see(aReport([], 'waiting'), 600_000)
  watch.see(aReport([done('1', 500)]), 602_000)
  expect(watch.renderMs('1')).toBe(2_500)
})

it('counts a short part in full whose start and end are reported at once', () => {
  const watch = startStopWatch(0)
  watch.see(aReport([], 'fetching'), 10_000)
  watch.see(aReport([done('1', 0.3)]), 10_000)
  expect(watch.renderMs('1')).toBe(300)
})

it('counts honest parts in full when reports are slightly late', () => {
  const watch = startStopWatch(0)
  let total = 0
  for (let n = 1; n <= 10; n++) {
    watch.see(aReport([done(`${n}`, 1)]), n * 1_000 + (n % 2) * 200)
    total += watch.renderMs(`${n}`)
  }
  expect(total).toBe(10_000)
})

it('returns 0 for an unknown part, and for a missing or negative time', () => {
  const watch = startStopWatch(0)
  watch.see(aReport([{ ...done('1', 0), render_s: null }, done('2', -5)]), 5_000)
  expect([watch.renderMs('1'), watch.renderMs('2'), watch.renderMs('3')]).toEqual([0, 0, 0])
})

function done(key: string, renderS: number): ChunkPartReport {
  return {
    key,
    state: 'done',
    sample: null,
    samples: null,
    render_s: renderS,
    file: null,
    problem: null,
  }
}

function aReport(
  pieces: ChunkPartReport[],
  phase: ChunkReport['phase'] = 'rendering',
): ChunkReport {
  return {
    chunk_id: RenderChunkId.parse(`rch_${'0'.repeat(26)}`),
    lease_token: 'token',
    phase,
    pieces,
    problem: null,
    samples_per_minute: null,
    memory_peak_mib: null,
  }
}
