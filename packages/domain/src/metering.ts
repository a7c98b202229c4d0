import { machineSilentAfterMs } from '@gridloom/contract/core/constants'

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
 * - the machine was offline for longer than `machineSilentAfterMs`: nothing is charged for the gap;
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
  now: Omit<MeterPoint, 'spareMs'>,
  bounds: MeterBounds = unbounded,
): Metered {
  const gapMs = now.seenAtMs - previous.seenAtMs
  if (gapMs <= 0) return nothing(previous)
  const fellS = Math.max(previous.runningS - now.runningS, previous.stoppedS - now.stoppedS)
  if (fellS * 1000 > machineSilentAfterMs) return nothing(startMetering(now))
  if (gapMs > machineSilentAfterMs) return nothing(startMetering(highest(previous, now)))
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

/** Whole seconds from a point to a bound, including the current one. */
function leftS(previous: MeterPoint, untilMs: number): number {
  return Math.max(0, Math.ceil((untilMs - previous.seenAtMs) / 1000))
}

/** The part of a claim beyond the charge that carries over to the next report: nothing past the bound. */
function keptS(now: Omit<MeterPoint, 'spareMs'>, untilMs: number): number {
  return now.seenAtMs > untilMs ? 0 : slackS
}

/** The first point to meter from: earlier counts are not charged. */
export function startMetering(now: Omit<MeterPoint, 'spareMs'>): MeterPoint {
  return { runningS: now.runningS, stoppedS: now.stoppedS, seenAtMs: now.seenAtMs, spareMs: 0 }
}

/** A late report after an offline gap must not reset counters to values that were charged already. */
function highest(previous: MeterPoint, now: Omit<MeterPoint, 'spareMs'>) {
  return {
    runningS: Math.max(previous.runningS, now.runningS),
    stoppedS: Math.max(previous.stoppedS, now.stoppedS),
    seenAtMs: now.seenAtMs,
  }
}

function nothing(next: MeterPoint): Metered {
  return { runningS: 0, stoppedS: 0, next }
}
