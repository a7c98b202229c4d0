import type { Clock } from '@gridloom/async/clock'
import { type AnswerPart, acceptedAfterMs } from '@gridloom/contract/agent/models'

type Step = IteratorResult<AnswerPart, void>

/** The parts of an answer; `return` ends it early. */
export interface ReportedParts extends AsyncIterableIterator<AnswerPart, void> {
  return(): Promise<Step>
}

/**
 * Adds `taken` before the parts of an answer if the first takes long. No generator: a further stage would cost more
 * than a short answer.
 */
export function withAcceptance(
  parts: AsyncGenerator<AnswerPart, void>,
  clock: Clock,
): ReportedParts {
  let first: Promise<Step> | undefined
  let isTaken = false

  function begin(): Promise<Step> {
    const step = parts.next()
    first = step
    return new Promise((resolve, reject) => {
      const cancel = clock.after(acceptedAfterMs, () => {
        isTaken = true
        resolve({ done: false, value: { kind: 'taken' } })
      })
      // After `taken`, both settle nothing any more: the next call returns the step itself.
      const begun = (one: Step) => {
        cancel()
        resolve(one)
      }
      const refused = (cause: unknown) => {
        cancel()
        reject(cause)
      }
      step.then(begun, refused)
    })
  }

  return {
    next() {
      if (first === undefined) return begin()
      if (!isTaken) return parts.next()
      isTaken = false
      return first
    },
    return: () => parts.return(),
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
