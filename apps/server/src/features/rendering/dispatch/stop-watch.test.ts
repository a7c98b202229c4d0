import type { ChunkPartReport, ChunkReport } from '@gridloom/contract/agent/rendering'
import { RenderChunkId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { startStopWatch } from './stop-watch.ts'

it('takes what a machine says of a part where there was time for it', () => {
  const watch = startStopWatch(0)
  watch.see(aReport([done('1', 4)]), 5_000)
  expect(watch.renderMs('1')).toBe(4_000)
})

it('takes no more than passed since the part before', () => {
  const watch = startStopWatch(0)
  watch.see(aReport([done('1', 4)]), 5_000)
  watch.see(aReport([done('1', 4), done('2', 60)]), 8_000)
  expect(watch.renderMs('2')).toBeLessThanOrEqual(3_500)
})

it('shares the time among parts that are seen at once', () => {
  const watch = startStopWatch(0)
  watch.see(aReport([done('1', 10), done('2', 30)]), 20_000)
  expect(watch.renderMs('1')).toBe(5_000)
  expect(watch.renderMs('2')).toBe(15_000)
})

it('does not change its mind about a part that is reported again', () => {
  const watch = startStopWatch(0)
  watch.see(aReport([done('1', 2)]), 5_000)
  watch.see(aReport([done('1', 200)]), 500_000)
  expect(watch.renderMs('1')).toBe(2_000)
})

it('counts no time in which the chunk waited, but for what a report takes to come', () => {
  const watch = startStopWatch(0)
  watch.see(aReport([], 'waiting'), 600_000)
  watch.see(aReport([done('1', 500)]), 602_000)
  expect(watch.renderMs('1')).toBe(2_500)
})

it('loses nothing of a short part whose beginning and end are seen at once', () => {
  const watch = startStopWatch(0)
  watch.see(aReport([], 'fetching'), 10_000)
  watch.see(aReport([done('1', 0.3)]), 10_000)
  expect(watch.renderMs('1')).toBe(300)
})

it('loses nothing of honest parts that are seen a little late', () => {
  const watch = startStopWatch(0)
  let total = 0
  for (let n = 1; n <= 10; n++) {
    watch.see(aReport([done(`${n}`, 1)]), n * 1_000 + (n % 2) * 200)
    total += watch.renderMs(`${n}`)
  }
  expect(total).toBe(10_000)
})

it('gives nothing for what was never seen, or where a machine says nothing', () => {
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
