import type { ModelMetrics, Percentiles } from '@gridloom/contract/models/model-metrics'
import { type Histogram, merged, percentileOf } from '@gridloom/domain/models/histogram'
import type { CountsRow, MinuteRow } from './minute-stats-store.ts'

interface Counts {
  readonly answered: number
  readonly failed: number
}

/** Rolling stats of an endpoint: speeds of the last half hour, and counts over three windows. */
export interface RollingStats {
  readonly m5: Counts
  readonly m30: Counts
  readonly d1: Counts
  readonly firstTokenMs: Histogram
  readonly tokensPerS: Histogram
}

const minuteMs = 60_000
/** The windows' lengths in milliseconds. */
const windows = { m5: 5 * minuteMs, m30: 30 * minuteMs, d1: 24 * 60 * minuteMs } as const

/** The start of each window at a given time. */
export function windowStarts(now: Date): Record<keyof typeof windows, Date> {
  const back = (ms: number) => new Date(now.getTime() - ms)
  return { m5: back(windows.m5), m30: back(windows.m30), d1: back(windows.d1) }
}

/** Returns the rolling stats of minutes in memory, none of them older than a day. */
export function rollingStatsOf(minutes: readonly MinuteRow[], now: Date): RollingStats {
  const from = windowStarts(now)
  const since = (start: Date) => minutes.filter(({ minute }) => minute > start)
  const recent = since(from.m30)
  return {
    m5: sumOf(since(from.m5)),
    m30: sumOf(recent),
    d1: sumOf(minutes),
    firstTokenMs: merged(recent.map((row) => row.first_token_ms)),
    tokensPerS: merged(recent.map((row) => row.tokens_per_s)),
  }
}

/** Returns rolling stats from the last half hour's minutes, and from the database's counts for the other windows. */
export function storedStats(
  minutes: readonly MinuteRow[],
  counts: CountsRow | undefined,
  now: Date,
): RollingStats {
  return {
    ...rollingStatsOf(minutes, now),
    m5: { answered: counts?.answered_5m ?? 0, failed: counts?.failed_5m ?? 0 },
    d1: { answered: counts?.answered_1d ?? 0, failed: counts?.failed_1d ?? 0 },
  }
}

/** The sum of several stats. */
export function mergeStats(all: readonly RollingStats[]): RollingStats {
  return {
    m5: sumOf(all.map(({ m5 }) => m5)),
    m30: sumOf(all.map(({ m30 }) => m30)),
    d1: sumOf(all.map(({ d1 }) => d1)),
    firstTokenMs: merged(all.map(({ firstTokenMs }) => firstTokenMs)),
    tokensPerS: merged(all.map(({ tokensPerS }) => tokensPerS)),
  }
}

/** Rolling stats as the API shows them. */
export function metricsOf(stats: RollingStats): ModelMetrics {
  return {
    first_token_ms: percentilesOf(stats.firstTokenMs, {
      p50: 0.5,
      p75: 0.75,
      p90: 0.9,
      p99: 0.99,
    }),
    // Higher is better here: the speed that this share of the answers reached.
    tokens_per_s: percentilesOf(stats.tokensPerS, { p50: 0.5, p75: 0.25, p90: 0.1, p99: 0.01 }),
    uptime_5m: uptimeOf(stats.m5),
    uptime_30m: uptimeOf(stats.m30),
    uptime_1d: uptimeOf(stats.d1),
    answers_30m: stats.m30.answered,
  }
}

/** Returns the share of answers that did not fail; `null` without any request. */
export function uptimeOf({ answered, failed }: Counts): number | null {
  const asked = answered + failed
  return asked === 0 ? null : answered / asked
}

function percentilesOf(histogram: Histogram, shares: Percentiles): Percentiles | null {
  const at = (share: number) => rounded(percentileOf(histogram, share) ?? 0)
  if (Object.keys(histogram).length === 0) return null
  const { p50, p75, p90, p99 } = shares
  return { p50: at(p50), p75: at(p75), p90: at(p90), p99: at(p99) }
}

/** Rounds to three digits, the precision of a bucket. */
function rounded(value: number): number {
  return Number(value.toPrecision(3))
}

function sumOf(all: readonly Counts[]): Counts {
  return {
    answered: all.reduce((sum, { answered }) => sum + answered, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  }
}
