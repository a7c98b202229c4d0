import type { Clock } from '@gridloom/async/clock'
import type { AccessChange, AccessControl, Admission, AdmissionQuestion } from './admission.ts'

/** The answers of the control plane, each kept for at most a second. */
export interface Admissions {
  /** Returns the answer to a question, from the cache if it is fresh. */
  admit(question: AdmissionQuestion): Promise<Admission>
  /** Asks again, whatever the cache holds. */
  askAgain(question: AdmissionQuestion): Promise<Admission>
  /** Drops the answers that a change concerns. */
  forget(change: AccessChange): void
  size(): number
}

interface AdmissionsOptions {
  readonly access: Pick<AccessControl, 'admit'>
  readonly clock: Clock
  /** How long the control plane may take. */
  readonly answerMs: number
}

/** The longest that an answer is kept, which bounds the effect of a change that was not heard of. */
const lifeMs = 1_000
const entriesMax = 10_000

interface Kept {
  readonly answer: Promise<Admission>
  readonly untilMs: number
  /** What the answer depends on; not known before it has arrived. */
  subjects: readonly string[] | undefined
  /** Changes while it was on its way, which it may not take into account. */
  readonly meanwhile: AccessChange[]
}

/** An answer that changes overtake is asked for again, up to so many times. */
const askTimesMax = 3

/** Creates the cache. Requests with the same credentials at the same time share one question. */
export function createAdmissions({ access, clock, answerMs }: AdmissionsOptions): Admissions {
  // A map keeps its order: the oldest is at its front.
  const kept = new Map<string, Kept>()

  function ask(question: AdmissionQuestion): Promise<Admission> {
    const key = keyOf(question)
    const meanwhile: AccessChange[] = []
    const answer = upToDate(question, meanwhile)
    const untilMs = clock.monotonicMs() + lifeMs
    const entry: Kept = { answer, untilMs, subjects: undefined, meanwhile }
    kept.delete(key)
    kept.set(key, entry)
    dropOld()
    answer.then(
      ({ subjects }) => {
        entry.subjects = subjects
      },
      () => {
        if (kept.get(key) === entry) kept.delete(key)
      },
    )
    return answer
  }

  async function upToDate(
    question: AdmissionQuestion,
    meanwhile: AccessChange[],
  ): Promise<Admission> {
    for (let times = 1; ; times++) {
      const answer = await access.admit(question, clock.timeout(answerMs))
      const isOld = meanwhile.some((change) => concerns(change, answer.subjects))
      if (!isOld || times >= askTimesMax) return answer
      meanwhile.length = 0
    }
  }

  function dropOld(): void {
    const nowMs = clock.monotonicMs()
    for (const [key, { untilMs }] of kept) {
      if (kept.size <= entriesMax && untilMs > nowMs) return
      kept.delete(key)
    }
  }

  return {
    admit(question) {
      const entry = kept.get(keyOf(question))
      const isFresh = entry !== undefined && entry.untilMs > clock.monotonicMs()
      return isFresh ? entry.answer : ask(question)
    },
    askAgain: ask,
    forget(change) {
      for (const [key, { subjects, meanwhile }] of kept) {
        if (subjects === undefined) meanwhile.push(change)
        else if (concerns(change, subjects)) kept.delete(key)
      }
    },
    size: () => kept.size,
  }
}

function concerns(change: AccessChange, subjects: readonly string[]): boolean {
  return 'everything' in change || subjects.includes(change.subject)
}

/** The visitor's address is no credential. */
function keyOf({ label, cookies, token }: AdmissionQuestion): string {
  return JSON.stringify([label, cookies, token])
}
