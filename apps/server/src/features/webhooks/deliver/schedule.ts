import type { WebhookFailure } from '@gridloom/contract/webhooks/delivery'
import type { AnyWebhookEventKind } from '@gridloom/contract/webhooks/events'

const s = 1_000
const min = 60 * s
const h = 60 * min

/** The waits after the first, second, … failed attempt: eleven attempts in about 24 hours. */
const waitsMs = [
  5 * s,
  30 * s,
  2 * min,
  10 * min,
  30 * min,
  1 * h,
  2 * h,
  4 * h,
  8 * h,
  8 * h,
] as const

interface AttemptMade {
  kind: AnyWebhookEventKind
  /** Attempts so far, with this one. */
  step: number
  /** In [0, 1). */
  random: number
  /** How long the receiver asks us to wait, if it does. */
  retryAfterMs?: number | null
}

/** A receiver may not keep a delivery from being given up for longer than this. */
const retryAfterMsMax = 24 * h

/**
 * Returns the wait before the next attempt, within 10 % of the schedule, or as long as the receiver asks for, if that is
 * longer; `null`: none follows. A test is sent once.
 */
export function waitAfter({ kind, step, random, retryAfterMs }: AttemptMade): number | null {
  const waitMs = kind === 'webhook.test' ? undefined : waitsMs[step - 1]
  if (waitMs === undefined) return null
  const asked = Math.min(retryAfterMs ?? 0, retryAfterMsMax)
  return Math.max(Math.round(waitMs * (0.9 + 0.2 * random)), asked)
}

/** Whether so many attempts are more than the schedule has: senders crashed during all of the last ones. */
export function isBeyondSchedule({ kind, step }: Pick<AttemptMade, 'kind' | 'step'>): boolean {
  return step > (kind === 'webhook.test' ? 1 : waitsMs.length + 1)
}

/** Returns why a complete response is a failure; `null`: it is none. */
export function failureOfStatus(status: number): WebhookFailure | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirected' : 'status'
}
