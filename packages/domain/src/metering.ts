import { machineSilentAfterMs } from '@gridloom/contract/constants'

/**
 * How far the use of one instance has been metered. `readyS` and `stoppedS` are the agent's own
 * counters (see the protocol's InstanceReport), `seenAtMs` is the server's clock when it heard them.
 */
export interface MeterPoint {
  readonly readyS: number
  readonly stoppedS: number
  readonly seenAtMs: number
  /** Server time before `seenAtMs` that no charge has used: evens out jitter. At most {@link slackS}. */
  readonly spareMs: number
}

/** What is to be charged between two points, and the point to meter from next time. */
export interface Metered {
  readonly runningS: number
  readonly stoppedS: number
  readonly next: MeterPoint
}

/** Seconds that one clock may run ahead of the other between two heartbeats without being lost. */
export const slackS = 10

/**
 * Decides what to charge between two heartbeats: only seconds that the agent counted **and** the
 * server saw pass. What can go wrong, and what it costs:
 * - the machine was silent for longer than `machineSilentAfterMs`: nothing is charged for the gap;
 * - the agent claims more than passed: the surplus beyond {@link slackS} is dropped for good;
 * - a report arrives late, its counters a little behind: it is ignored;
 * - the counters fell by more than a silence: the agent lost them; it is metered anew from there;
 * - the server's clock went back: ignored until it has caught up.
 *
 * Over any sequence the charges are at most the server time that passed and at most what was claimed,
 * because the points only move forward by what was charged or given up.
 */
export function meterBetween(previous: MeterPoint, now: Omit<MeterPoint, 'spareMs'>): Metered {
  const gapMs = now.seenAtMs - previous.seenAtMs
  if (gapMs <= 0) return nothing(previous)
  const fellS = Math.max(previous.readyS - now.readyS, previous.stoppedS - now.stoppedS)
  if (fellS * 1000 > machineSilentAfterMs) return nothing(startMetering(now))
  if (gapMs > machineSilentAfterMs) return nothing(startMetering(highest(previous, now)))
  if (fellS > 0) return nothing(previous)

  const seenMs = gapMs + previous.spareMs
  const seenS = Math.floor(seenMs / 1000)
  // The cheaper kind first: where an agent claims both for the same second, the renter pays the less.
  const stoppedS = Math.min(now.stoppedS - previous.stoppedS, seenS)
  const runningS = Math.min(now.readyS - previous.readyS, seenS - stoppedS)
  return {
    runningS,
    stoppedS,
    next: {
      readyS: Math.max(previous.readyS + runningS, now.readyS - slackS),
      stoppedS: Math.max(previous.stoppedS + stoppedS, now.stoppedS - slackS),
      seenAtMs: now.seenAtMs,
      spareMs: Math.min(seenMs - (runningS + stoppedS) * 1000, slackS * 1000),
    },
  }
}

/** The point to meter from when there is none: what was counted before it is charged to nobody. */
export function startMetering(now: Omit<MeterPoint, 'spareMs'>): MeterPoint {
  return { readyS: now.readyS, stoppedS: now.stoppedS, seenAtMs: now.seenAtMs, spareMs: 0 }
}

/** A late report after a silence must not bring counters back to where they were charged already. */
function highest(previous: MeterPoint, now: Omit<MeterPoint, 'spareMs'>) {
  return {
    readyS: Math.max(previous.readyS, now.readyS),
    stoppedS: Math.max(previous.stoppedS, now.stoppedS),
    seenAtMs: now.seenAtMs,
  }
}

function nothing(next: MeterPoint): Metered {
  return { runningS: 0, stoppedS: 0, next }
}
