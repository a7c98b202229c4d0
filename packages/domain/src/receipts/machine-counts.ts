import { machineSilentAfterMs } from '@gridloom/contract/core/constants'
import type { ReceiptCount } from '@gridloom/contract/receipts/signed-receipt'

const hourMs = 3_600_000

/** What a machine signed that an instance used, in seconds. */
export interface CountedSeconds {
  readonly running: number
  readonly stopped: number
}

/** The signed counts of a machine for one instance, in order. */
export interface MachineCounts {
  /** Adds the next count. Returns the counts whose signatures must be verified now. */
  add(count: ReceiptCount): readonly ReceiptCount[]
  /** The count that ends the series, whose signature must be verified; `undefined`: there is none. */
  last(): ReceiptCount | undefined
  /** What all counts so far add up to. */
  counted(): CountedSeconds
}

/**
 * Adds up counts. They only ever grow, so that one signature vouches for every lower count before it: those that are
 * verified are one an hour, each before a fall, and the last. A fall means that the agent lost its counters and began
 * again: what it counted before stays. A small one is a late report.
 */
export function createMachineCounts(): MachineCounts {
  let base = { running: 0, stopped: 0 }
  let last: ReceiptCount | undefined
  let verifiedHour = -1

  return {
    add(count) {
      const due: ReceiptCount[] = []
      if (last !== undefined && fell(last, count)) {
        due.push(last)
        base = {
          running: base.running + lost(last.running_s, count.running_s),
          stopped: base.stopped + lost(last.stopped_s, count.stopped_s),
        }
      }
      last = last === undefined || fell(last, count) ? count : highest(last, count)
      const hour = Math.floor(count.at_ms / hourMs)
      if (hour !== verifiedHour) due.push(count)
      verifiedHour = hour
      return due
    },
    last: () => last,
    counted: () => ({
      running: base.running + (last?.running_s ?? 0),
      stopped: base.stopped + (last?.stopped_s ?? 0),
    }),
  }
}

function fell(before: ReceiptCount, now: ReceiptCount): boolean {
  const fellS = Math.max(before.running_s - now.running_s, before.stopped_s - now.stopped_s)
  return fellS * 1_000 > machineSilentAfterMs
}

function lost(beforeS: number, nowS: number): number {
  return nowS < beforeS ? beforeS : 0
}

/** A late report has lower counters: the higher count stands. */
function highest(before: ReceiptCount, now: ReceiptCount): ReceiptCount {
  return now.running_s >= before.running_s && now.stopped_s >= before.stopped_s ? now : before
}
