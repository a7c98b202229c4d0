import type { PostProblem, PostState } from '@gridloom/contract/posts/post'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A post whose time was over by more than this when it could first be published is not published any more. */
export const lateMs = 6 * hourMs

/** How long a post is tried again after its time, where its channel does not answer. */
export const triedForMs = 24 * hourMs

/** A channel may still publish what it did not answer to: nobody looks for it before. */
export const lookAfterMs = 2 * minuteMs

const firstWaitMs = minuteMs
const longestWaitMs = hourMs

/** How an attempt to publish ended, or the look for an earlier one. */
export type Attempt =
  | { outcome: 'published' }
  | {
      outcome: 'unavailable' | 'rate_limited' | 'reconnect' | 'refused' | 'unclear'
      retryAt?: Date | undefined
    }

export interface AttemptFacts {
  readonly now: Date
  /** The time that the post is planned for. */
  readonly at: Date
  /** Attempts so far, this one included. */
  readonly attempts: number
  /** A number in [0, 1). */
  readonly jitter: number
  /** Whether an earlier attempt may have published it. */
  readonly mayBePublished: boolean
}

/** What follows: the state, and for those that are tried again the time. */
export interface AfterAttempt {
  readonly state: Extract<PostState, 'planned' | 'unclear' | 'published' | 'failed'>
  readonly problem: PostProblem | null
  readonly nextTryAt: Date | null
}

/**
 * Decides what follows an attempt. Nothing that may have been published becomes `planned` again: it stays `unclear`, which
 * is looked for before it is published, and fails when nobody could find out for a day.
 */
export function afterAttempt(attempt: Attempt, facts: AttemptFacts): AfterAttempt {
  const { outcome } = attempt
  if (outcome === 'published') return { state: 'published', problem: null, nextTryAt: null }
  const unclear = outcome === 'unclear' || facts.mayBePublished
  if (outcome === 'reconnect') return failed('reconnect')
  if (outcome === 'refused') return failed(unclear ? 'unclear' : 'refused')
  const nextTryAt = nextTry(attempt.retryAt, facts)
  if (nextTryAt.getTime() > facts.at.getTime() + triedForMs)
    return failed(unclear ? 'unclear' : 'unavailable')
  const looksAt = new Date(Math.max(nextTryAt.getTime(), facts.now.getTime() + lookAfterMs))
  return unclear
    ? { state: 'unclear', problem: null, nextTryAt: looksAt }
    : { state: 'planned', problem: null, nextTryAt }
}

/** Whether a post is published at all that is due now, or comes too late. */
export function isMissed({ now, at, attempts }: Omit<AttemptFacts, 'jitter'>): boolean {
  return attempts === 0 && now.getTime() > at.getTime() + lateMs
}

function failed(problem: PostProblem): AfterAttempt {
  return { state: 'failed', problem, nextTryAt: null }
}

function nextTry(retryAt: Date | undefined, { now, attempts, jitter }: AttemptFacts): Date {
  const doubled = firstWaitMs * 2 ** Math.min(attempts - 1, 20)
  const waitMs = Math.min(longestWaitMs, doubled) * (0.75 + jitter / 2)
  return new Date(Math.max(retryAt?.getTime() ?? 0, now.getTime() + Math.round(waitMs)))
}
