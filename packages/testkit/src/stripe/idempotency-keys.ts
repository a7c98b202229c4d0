import type { Clock } from '@gridloom/async/clock'
import { type Fields, objectOf } from './form-fields.ts'

/** A request. */
export interface Asked {
  method: string
  path: string
  fields: Fields
  /** Its key of idempotency. */
  key: string | undefined
}

export interface Answer {
  status: number
  body: unknown
}

interface Remembered {
  answer: Answer
  print: string
  untilMs: number
}

/** Stripe keeps keys for a day at least; here for no longer. */
const keptMs = 86_400_000

const otherParameters: Answer = {
  status: 400,
  body: { error: { type: 'idempotency_error', message: 'Keys must be used with one request' } },
}

/** Keys of idempotency: each has one answer, also where that is a refusal, and belongs to one request. */
export function idempotencyKeys(clock: Pick<Clock, 'now'>) {
  const answers = new Map<string, Remembered>()
  return {
    answerOnce({ key, ...asked }: Asked, work: () => Answer): Answer {
      if (key === undefined) return work()
      const print = JSON.stringify([asked.method, asked.path, asked.fields])
      const nowMs = clock.now().getTime()
      const known = answers.get(key)
      if (known !== undefined && known.untilMs > nowMs)
        return known.print === print ? known.answer : otherParameters
      const answer = work()
      if (!isChecked(answer)) answers.set(key, { answer, print, untilMs: nowMs + keptMs })
      return answer
    },
  }
}

/** Whether a call was refused for its parameters, before it began: that is not remembered. */
function isChecked({ body }: Answer): boolean {
  return typeof objectOf(objectOf(body).error).param === 'string'
}
