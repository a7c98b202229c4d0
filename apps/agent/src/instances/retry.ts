import { RuntimeFailure } from '../runtime/failure.ts'
import type { Step } from './plan-step.ts'

/** After this many tries in a row (about a minute) a start is given up; an end is never given up. */
export const triesMax = 8
const firstWaitMs = 500
const longestWaitMs = 15_000

export type Verdict = { kind: 'again'; waitMs: number } | { kind: 'give_up' }

/** Whether a step that failed for the `tried`th time in a row is tried again, and when. `chance` in [0, 1). */
export function retryVerdict(
  step: Step,
  failure: RuntimeFailure,
  { tried, chance }: { tried: number; chance: number },
): Verdict {
  const mustHappen =
    step === 'destroy' || step === 'stop' || step === 'inspect' || step === 'conclude'
  if (failure.retry === 'never' && !mustHappen) return { kind: 'give_up' }
  if (tried >= triesMax && !mustHappen) return { kind: 'give_up' }
  const fullMs = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tried - 1, 10))
  return { kind: 'again', waitMs: Math.round(fullMs * (0.5 + chance / 2)) }
}

/** What a step threw, as a failure with a reason. What nobody foresaw is taken for a hiccup of the engine. */
export function failureOf(cause: unknown): RuntimeFailure {
  if (cause instanceof RuntimeFailure) return cause
  const said = cause instanceof Error ? cause.message : String(cause)
  const text = `The container engine of this machine did not do as asked: ${said}`
  return new RuntimeFailure('engine_unreachable', text, { retry: 'later', cause })
}
