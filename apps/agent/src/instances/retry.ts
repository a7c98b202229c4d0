import { backOffMs } from '@gridloom/async/back-off'
import { RuntimeFailure } from '../runtime/failure.ts'

/** After this many tries in a row (about a minute) a start is given up; an end is never given up. */
export const triesMax = 8
const backOff = { firstMs: 500, longestMs: 15_000 }

export type Verdict = { kind: 'again'; waitMs: number } | { kind: 'give_up' }

/** The attempt that failed. `isStart`: it is part of a start, which may be given up. */
export interface FailedAttempt {
  isStart: boolean
  /** How many times in a row it has failed. */
  tried: number
  /** In [0, 1). */
  random: number
}

/** Decides whether a step that failed is retried, and when. */
export function retryVerdict(
  failure: RuntimeFailure,
  { isStart, tried, random }: FailedAttempt,
): Verdict {
  if (isStart && (failure.retry === 'never' || tried >= triesMax)) return { kind: 'give_up' }
  return { kind: 'again', waitMs: backOffMs(backOff, tried, random) }
}

/** Converts the error of a step to a failure with a reason. An unknown error counts as temporary and of the engine. */
export function runtimeFailure(cause: unknown): RuntimeFailure {
  if (cause instanceof RuntimeFailure) return cause
  const said = cause instanceof Error ? cause.message : String(cause)
  const text = `The container engine of the machine failed: ${said}`
  return new RuntimeFailure('engine_unreachable', text, { retry: 'later', cause })
}
