import { machineSilentAfterMs } from '@gridloom/contract/core/constants'
import { coveredMs, type Span } from './spans.ts'

/**
 * How far the use of one instance has been metered. `runningS` and `stoppedS` are the agent's own counters (see the
 * protocol's InstanceReport), `seenAtMs` is the server's clock when it received them.
 */
export interface MeterPoint {
  readonly runningS: number
  readonly stoppedS: number
  readonly seenAtMs: number
  /** Server time before `seenAtMs` that no charge has used: it evens out jitter. At most {@link slackS}. */
  readonly spareMs: number
}

/** The charge between two points, and the next point to meter from. */
export interface Metered {
  readonly runningS: number
  readonly stoppedS: number
  readonly next: MeterPoint
}

/** Until when, by the server's clock, each kind may still be charged; after that the agent's counters are ignored. */
export interface MeterBounds {
  readonly runningUntilMs: number
  readonly stoppedUntilMs: number
}

/** Counters of the agent at a time of the server's clock. */
export type MeterReading = Omit<MeterPoint, 'spareMs'>

/** Why a machine was silent, and what it counted meanwhile. */
export interface ReportGap {
  /** The times in which it could not report, because the control plane was away. */
  readonly excused: readonly Span[]
  /** Its journal: counters at times in between, which show when it counted. */
  readonly journal: readonly MeterReading[]
}

/** No bounds: no stop or destroy was requested. */
export const unbounded: MeterBounds = {
  runningUntilMs: Number.POSITIVE_INFINITY,
  stoppedUntilMs: Number.POSITIVE_INFINITY,
}

/** Seconds that one clock may run ahead of the other between two heartbeats without being lost. */
export const slackS = 10

/**
 * Decides what to charge between two heartbeats: only seconds that the agent counted **and** the server saw pass.
 * What can go wrong, and what it costs:
 * - the machine was offline for longer than `machineSilentAfterMs`: nothing is charged for the gap, except for what it
 *   counted while the control plane itself was away (`gap`);
 * - the agent claims more than passed: the surplus beyond {@link slackS} is dropped for good;
 * - a report arrives late, its counters a little behind: it is ignored;
 * - the counters fell by more than an offline gap: the agent lost them; metering starts again from there;
 * - the server's clock went back: reports are ignored until it has caught up;
 * - a stop or destroy was requested before (`bounds`): claims beyond it are dropped for good.
 *
 * Over any sequence the charges are at most the server time that passed and at most what was claimed, because the
 * points only move forward by what was charged or dropped.
 */
export function meterBetween(
  previous: MeterPoint,
  now: MeterReading,
  bounds: MeterBounds = unbounded,
  gap: ReportGap = { excused: [], journal: [] },
): Metered {
  const gapMs = now.seenAtMs - previous.seenAtMs
  if (gapMs <= 0) return nothing(previous)
  const fellS = Math.max(previous.runningS - now.runningS, previous.stoppedS - now.stoppedS)
  if (fellS * 1000 > machineSilentAfterMs) return nothing(startMetering(now))
  if (gapMs > machineSilentAfterMs) return meterGap(previous, now, { bounds, gap })
  if (fellS > 0) return nothing(previous)

  const seenMs = gapMs + previous.spareMs
  const seenS = Math.floor(seenMs / 1000)
  // The cheaper kind first: if an agent claims both for the same second, the renter pays the lower price.
  const stoppedMaxS = Math.min(seenS, leftS(previous, bounds.stoppedUntilMs))
  const stoppedS = Math.min(now.stoppedS - previous.stoppedS, stoppedMaxS)
  const runningMaxS = Math.min(seenS - stoppedS, leftS(previous, bounds.runningUntilMs))
  const runningS = Math.min(now.runningS - previous.runningS, runningMaxS)
  return {
    runningS,
    stoppedS,
    next: {
      runningS: Math.max(
        previous.runningS + runningS,
        now.runningS - keptS(now, bounds.runningUntilMs),
      ),
      stoppedS: Math.max(
        previous.stoppedS + stoppedS,
        now.stoppedS - keptS(now, bounds.stoppedUntilMs),
      ),
      seenAtMs: now.seenAtMs,
      spareMs: Math.min(seenMs - (runningS + stoppedS) * 1000, slackS * 1000),
    },
  }
}

/** The bounds of a charge for a gap. */
interface GapLimits {
  readonly bounds: MeterBounds
  readonly gap: ReportGap
}

/** Charges a gap part by part, from each reading of the journal to the next. */
function meterGap(previous: MeterPoint, now: MeterReading, limits: GapLimits): Metered {
  const between = limits.gap.journal.filter(
    ({ seenAtMs }) => seenAtMs > previous.seenAtMs && seenAtMs < now.seenAtMs,
  )
  const sum = { runningS: 0, stoppedS: 0 }
  let from: MeterPoint = previous
  for (const reading of [...between.toSorted((a, b) => a.seenAtMs - b.seenAtMs), now]) {
    const part = meterGapPart(from, highest(from, reading), limits)
    sum.runningS += part.runningS
    sum.stoppedS += part.stoppedS
    from = part.next
  }
  return { ...sum, next: startMetering(from) }
}

/**
 * Charges at most what the agent counted in a part of a gap, and at most its excused time. Excused time that was not
 * charged is of use later only within {@link slackS}, as the two clocks differ a little.
 */
function meterGapPart(from: MeterPoint, to: MeterReading, { bounds, gap }: GapLimits): Metered {
  const excusedMs = (untilMs: number) => {
    const span = { fromMs: from.seenAtMs, toMs: Math.min(to.seenAtMs, untilMs) }
    return from.spareMs + coveredMs(span, gap.excused)
  }
  const excusedS = (untilMs: number) =>
    untilMs > from.seenAtMs ? Math.floor(excusedMs(untilMs) / 1000) : 0
  const wholeMs = excusedMs(to.seenAtMs)
  const stoppedS = Math.min(to.stoppedS - from.stoppedS, excusedS(bounds.stoppedUntilMs))
  const runningMaxS = Math.min(
    excusedS(bounds.runningUntilMs),
    Math.floor(wholeMs / 1000) - stoppedS,
  )
  const runningS = Math.min(to.runningS - from.runningS, runningMaxS)
  const spareMs = Math.min(wholeMs - (runningS + stoppedS) * 1000, slackS * 1000)
  return { runningS, stoppedS, next: { ...to, spareMs } }
}

/** Whole seconds from a point to a bound, including the current one. */
function leftS(previous: MeterPoint, untilMs: number): number {
  return Math.max(0, Math.ceil((untilMs - previous.seenAtMs) / 1000))
}

/** The part of a claim beyond the charge that carries over to the next report: nothing past the bound. */
function keptS(now: MeterReading, untilMs: number): number {
  return now.seenAtMs > untilMs ? 0 : slackS
}

/** The first point to meter from: earlier counts are not charged. */
export function startMetering(now: MeterReading): MeterPoint {
  return { runningS: now.runningS, stoppedS: now.stoppedS, seenAtMs: now.seenAtMs, spareMs: 0 }
}

/** A late report after an offline gap must not reset counters to values that were charged already. */
function highest(previous: MeterReading, now: MeterReading): MeterReading {
  return {
    runningS: Math.max(previous.runningS, now.runningS),
    stoppedS: Math.max(previous.stoppedS, now.stoppedS),
    seenAtMs: now.seenAtMs,
  }
}

function nothing(next: MeterPoint): Metered {
  return { runningS: 0, stoppedS: 0, next }
}
