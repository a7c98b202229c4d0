import { Refused } from '@gridloom/contract/errors'
import type { Clock } from '../../../platform/clock.ts'

/** How long a machine may say nothing: over its first word (a queue, a long prompt) or between two. */
export const silenceMsMax = 120_000
/** The same of an answer that comes whole: it says nothing until all is made. */
export const wholeWithinMs = 15 * 60_000

/** Notices a machine that hangs. */
export interface Listening {
  /** Something is waited for from now on. */
  waiting(): void
  /** It came. */
  heard(): void
}

/** Ends the call once something was waited for too long. Looks every quarter of that: a timer for each token is dear. */
export function listenForSilence(
  clock: Clock,
  call: AbortController,
  silenceMs: number,
): Listening {
  let sinceMs: number | undefined
  const look = async () => {
    if (sinceMs === undefined || clock.monotonicMs() - sinceMs < silenceMs) return
    call.abort(new Refused('upstream_failed', { internal: `silent for ${silenceMs} ms` }))
  }
  void clock.every(silenceMs / 4, call.signal, look, () => {})
  return {
    waiting: () => {
      sinceMs = clock.monotonicMs()
    },
    heard: () => {
      sinceMs = undefined
    },
  }
}
