import Stripe from 'stripe'
import { ConnectFailed } from './connect-processor.ts'

const pauseMs = 15_000
const pauseMsMax = 3_600_000

/** Failures of the network and of Stripe itself become {@link ConnectFailed}. */
export async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : 'no answer'
    throw new ConnectFailed(`Stripe: ${text}`, { cause, ...reachOf(cause) })
  }
}

/** Whether other calls would fail too, and when to ask again. */
function reachOf(cause: unknown): { stops: 'this_one' | 'all'; retryAfterMs: number } {
  const isAnswer = cause instanceof Stripe.errors.StripeError && cause.statusCode !== undefined
  const isBusy = isAnswer && cause.statusCode === 429
  if (isAnswer && !isBusy && cause.statusCode !== 401)
    return { stops: 'this_one', retryAfterMs: pauseMs }
  const seconds = isBusy ? Number(cause.headers?.['retry-after'] ?? Number.NaN) : Number.NaN
  const asked = Number.isFinite(seconds) ? seconds * 1_000 : pauseMs
  return { stops: 'all', retryAfterMs: Math.min(pauseMsMax, Math.max(pauseMs, asked)) }
}
