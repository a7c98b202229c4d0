import type { Percentiles } from '@gridloom/contract/models/model-metrics'
import type { Histogram } from '@gridloom/domain/models/histogram'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { systemIds } from '../../../platform/ids.ts'
import { createMinuteStats } from './minute-stats.ts'
import type { MinuteRow } from './minute-stats-store.ts'
import {
  mergeStats,
  metricsOf,
  rollingStatsOf,
  storedStats,
  windowStarts,
} from './rolling-stats.ts'

const now = new Date('2026-01-02T00:00:30.000Z')
const id = systemIds(() => now).mint('modelEndpoint')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

it('has no metrics without requests', () => {
  expect(metricsOf(rollingStatsOf([], now))).toEqual({
    first_token_ms: null,
    tokens_per_s: null,
    uptime_5m: null,
    uptime_30m: null,
    uptime_1d: null,
    answers_30m: 0,
  })
})

it('counts each window from its own start', () => {
  const minutes = createMinuteStats()
  minutes.record(id, { firstTokenMs: 100, tokensPerS: 20 }, minutesAgo(1))
  minutes.record(id, null, minutesAgo(20))
  for (const _ of [1, 2]) minutes.record(id, null, minutesAgo(60))
  const metrics = metricsOf(rollingStatsOf(minutes.of(id), now))
  expect(metrics).toMatchObject({
    uptime_5m: 1,
    uptime_30m: 0.5,
    uptime_1d: 0.25,
    answers_30m: 1,
  })
})

it('computes percentiles of the last half hour only, within 5 %', () => {
  const minutes = createMinuteStats()
  for (let ms = 1; ms <= 100; ms++)
    minutes.record(id, { firstTokenMs: ms, tokensPerS: null }, minutesAgo(ms % 25))
  minutes.record(id, { firstTokenMs: 9_999, tokensPerS: 1 }, minutesAgo(45))
  const { first_token_ms: read, tokens_per_s } = metricsOf(rollingStatsOf(minutes.of(id), now))
  expectAbout(read, { p50: 50, p75: 75, p90: 90, p99: 99 })
  expect(tokens_per_s).toBeNull()
})

it('computes throughput percentiles as the speed that this share of answers reached', () => {
  const minutes = createMinuteStats()
  for (let speed = 1; speed <= 100; speed++)
    minutes.record(id, { firstTokenMs: 1, tokensPerS: speed }, minutesAgo(speed % 25))
  const { tokens_per_s: read } = metricsOf(rollingStatsOf(minutes.of(id), now))
  expectAbout(read, { p50: 50, p75: 25, p90: 10, p99: 1 })
})

it('is the same for merged stats as for the stats of all minutes', () => {
  const minute = fc.record({
    endpoint_id: fc.constant(id),
    minute: fc.integer({ min: 0, max: 1_400 }).map(minutesAgo),
    answered: fc.nat(100),
    failed: fc.nat(100),
    first_token_ms: fc.constantFrom<Histogram>({}, { 3: 2 }, { 3: 1, 90: 4 }),
    tokens_per_s: fc.constantFrom<Histogram>({}, { 40: 1 }),
  })
  const parts = fc.array(fc.array(minute, { maxLength: 5 }), { maxLength: 5 })
  fc.assert(
    fc.property(parts, (all: MinuteRow[][]) => {
      const apart = mergeStats(all.map((rows) => rollingStatsOf(rows, now)))
      expect(apart).toEqual(rollingStatsOf(all.flat(), now))
    }),
  )
})

it('takes the last half hour from its minutes, and the other windows from the database', () => {
  const minutes = createMinuteStats()
  minutes.record(id, { firstTokenMs: 100, tokensPerS: 20 }, minutesAgo(1))
  minutes.record(id, null, minutesAgo(20))
  const counts = { answered_5m: 1, failed_5m: 0, answered_1d: 7, failed_1d: 3 }
  const stored = storedStats(minutes.of(id), { endpoint_id: id, ...counts }, now)
  expect(metricsOf(stored)).toMatchObject({
    ...{ uptime_5m: 1, uptime_30m: 0.5, uptime_1d: 0.7, answers_30m: 1 },
  })
  expect(metricsOf(storedStats([], undefined, now))).toMatchObject({ uptime_1d: null })
})

it('merges calls of one minute, and drops old minutes', () => {
  const minutes = createMinuteStats()
  minutes.record(id, { firstTokenMs: 5, tokensPerS: 1 }, minutesAgo(40))
  minutes.record(id, null, now)
  minutes.record(id, null, new Date(now.getTime() + 20_000))
  expect(minutes.of(id).map(({ failed }) => failed)).toEqual([0, 2])
  minutes.dropBefore(windowStarts(now).m30)
  expect(minutes.all()).toHaveLength(1)
})

/** Expects each percentile within 5 %. */
function expectAbout(read: Percentiles | null, exact: Percentiles): void {
  for (const name of ['p50', 'p75', 'p90', 'p99'] as const)
    expect(Math.abs((read?.[name] ?? 0) / exact[name] - 1)).toBeLessThan(0.05)
}
