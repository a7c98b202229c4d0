import type { ModelMetrics, Percentiles } from '@gridloom/contract/models/model-metrics'
import { type Histogram, merged, percentileOf } from '@gridloom/domain/models/histogram'
import type { CountsRow, MinuteRow } from './minutes-store.ts'

interface Counts {
  readonly answered: number
  readonly failed: number
}

/** What was measured over the last half hour, with counts over other stretches; several are added. */
export interface Windows {
  readonly m5: Counts
  readonly m30: Counts
  readonly d1: Counts
  readonly firstTokenMs: Histogram
  readonly tokensPerS: Histogram
}

const minuteMs = 60_000
/** What each stretch is long, in milliseconds. */
const stretches = { m5: 5 * minuteMs, m30: 30 * minuteMs, d1: 24 * 60 * minuteMs } as const

/** The beginnings of the stretches at a moment. */
export function beginningsAt(now: Date): Record<keyof typeof stretches, Date> {
  const back = (ms: number) => new Date(now.getTime() - ms)
  return { m5: back(stretches.m5), m30: back(stretches.m30), d1: back(stretches.d1) }
}

/** Of minutes that are at hand, none of them older than a day. */
export function windowsOf(minutes: readonly MinuteRow[], now: Date): Windows {
  const from = beginningsAt(now)
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

/** Of the last half hour's minutes, and of what the database counted over the others. */
export function storedWindows(
  minutes: readonly MinuteRow[],
  counts: CountsRow | undefined,
  now: Date,
): Windows {
  return {
    ...windowsOf(minutes, now),
    m5: { answered: counts?.answered_5m ?? 0, failed: counts?.failed_5m ?? 0 },
    d1: { answered: counts?.answered_1d ?? 0, failed: counts?.failed_1d ?? 0 },
  }
}

export function added(all: readonly Windows[]): Windows {
  return {
    m5: sumOf(all.map(({ m5 }) => m5)),
    m30: sumOf(all.map(({ m30 }) => m30)),
    d1: sumOf(all.map(({ d1 }) => d1)),
    firstTokenMs: merged(all.map(({ firstTokenMs }) => firstTokenMs)),
    tokensPerS: merged(all.map(({ tokensPerS }) => tokensPerS)),
  }
}

export function figuresOf(windows: Windows): ModelMetrics {
  return {
    first_token_ms: percentilesOf(windows.firstTokenMs, {
      p50: 0.5,
      p75: 0.75,
      p90: 0.9,
      p99: 0.99,
    }),
    // More is better here: what so many of them reached.
    tokens_per_s: percentilesOf(windows.tokensPerS, { p50: 0.5, p75: 0.25, p90: 0.1, p99: 0.01 }),
    uptime_5m: uptimeOf(windows.m5),
    uptime_30m: uptimeOf(windows.m30),
    uptime_1d: uptimeOf(windows.d1),
    answers_30m: windows.m30.answered,
  }
}

/** The share of answers that did not fail; `null` where nobody asked. */
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

/** To three digits: a bucket says no more. */
function rounded(value: number): number {
  return Number(value.toPrecision(3))
}

function sumOf(all: readonly Counts[]): Counts {
  return {
    answered: all.reduce((sum, { answered }) => sum + answered, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  }
}
