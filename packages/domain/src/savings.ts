import type { MicroUsd, MicroUsdPerHour } from '@gridloom/contract/core/values'
import { chargeFor } from './money.ts'

/** Charged time in which an instance ran, in milliseconds since 1970. */
export interface RanSpan {
  readonly fromMs: number
  readonly toMs: number
}

/** A minute of an instance's history: whether it was idle and nobody was connected; `null`: not known. */
export interface HistoryMinute {
  readonly atMs: number
  readonly idle: boolean | null
}

/** What a rule would have saved: the time in which the instance would not have run, and its price. */
export interface Saved {
  readonly seconds: number
  readonly microUsd: MicroUsd
}

/** The prices of an instance: a stopped one still pays for its disk. */
export interface SavedPrices {
  readonly runningMicroUsdPerHour: MicroUsdPerHour
  readonly stoppedMicroUsdPerHour: MicroUsdPerHour
}

/** A run that goes on after a shorter pause is the same run: reports and charges have gaps. */
const sameRunMs = 2 * 60_000

/** The runs of an instance, from its charged intervals: those that follow each other are one. */
export function runsOf(spans: readonly RanSpan[]): RanSpan[] {
  const runs: { fromMs: number; toMs: number }[] = []
  for (const span of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = runs.at(-1)
    if (last !== undefined && span.fromMs - last.toMs <= sameRunMs)
      last.toMs = Math.max(last.toMs, span.toMs)
    else runs.push({ ...span })
  }
  return runs
}

/** The time that each run lasted beyond a limit: what "stop after" would have cut off. */
export function beyondRunTime(runs: readonly RanSpan[], stopAfterS: number): RanSpan[] {
  return runs.flatMap(({ fromMs, toMs }) => {
    const stopMs = fromMs + stopAfterS * 1_000
    return stopMs < toMs ? [{ fromMs: stopMs, toMs }] : []
  })
}

/**
 * The rest of each idle time of a run after so many idle minutes: a rule would have stopped the instance then, and its
 * user would have started it again for the next busy minute. A minute of which nothing is known counts as busy.
 */
export function idleTime(
  runs: readonly RanSpan[],
  minutes: readonly HistoryMinute[],
  idleMinutes: number,
): RanSpan[] {
  return runs.flatMap((run) => {
    const within = minutes.filter(({ atMs }) => atMs >= run.fromMs && atMs < run.toMs)
    return idleSpans(within)
      .map(({ fromMs, toMs }) => ({
        fromMs: fromMs + idleMinutes * 60_000,
        toMs: Math.min(toMs, run.toMs),
      }))
      .filter(({ fromMs, toMs }) => fromMs < toMs)
  })
}

/** The times of a schedule, in milliseconds since 1970, each list in order. */
export interface ScheduleTimes {
  readonly startsMs: readonly number[]
  readonly stopsMs: readonly number[]
}

/** The time of each run from a stop of a schedule until its next start: what the schedule would have cut out. */
export function stoppedBySchedule(
  runs: readonly RanSpan[],
  { startsMs, stopsMs }: ScheduleTimes,
): RanSpan[] {
  return runs.flatMap((run) => {
    const spans: RanSpan[] = []
    let fromMs = run.fromMs
    for (const stopMs of stopsMs) {
      if (stopMs <= fromMs) continue
      if (stopMs >= run.toMs) break
      const startMs = startsMs.find((at) => at > stopMs) ?? Number.POSITIVE_INFINITY
      spans.push({ fromMs: stopMs, toMs: Math.min(startMs, run.toMs) })
      fromMs = startMs
    }
    return spans
  })
}

/** The price of time saved: that of running, less that of the disk, which is paid while stopped. */
export function savedIn(spans: readonly RanSpan[], prices: SavedPrices): Saved {
  const ms = spans.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs), 0)
  const seconds = Math.floor(ms / 1_000)
  const running = chargeFor(prices.runningMicroUsdPerHour, seconds)
  const stopped = chargeFor(prices.stoppedMicroUsdPerHour, seconds)
  return { seconds, microUsd: Math.max(0, running - stopped) }
}

function idleSpans(minutes: readonly HistoryMinute[]): RanSpan[] {
  const spans: { fromMs: number; toMs: number }[] = []
  for (const { atMs, idle } of minutes) {
    if (idle !== true) continue
    const last = spans.at(-1)
    if (last?.toMs === atMs) last.toMs = atMs + 60_000
    else spans.push({ fromMs: atMs, toMs: atMs + 60_000 })
  }
  return spans
}
