import type { Clock } from '@gridloom/async/clock'
import { type Rate, TokenBucket } from '@gridloom/domain/token-bucket'
import { callerNetwork } from '../../platform/http/network-of.ts'

/** Limits visitors who try addresses and tokens: each attempt costs a question to the control plane. */
export interface GuessLimit {
  /** Seconds until the network of a visitor may try again; 0: now. */
  waitS(visitor: string): number
  /** Counts an attempt that admitted nobody. */
  count(visitor: string): void
}

/** A page that loads fifty files while its visitor is signed out is no attack. */
const rate: Rate = { burst: 300, perSecond: 5 }
const networksMax = 10_000

export function createGuessLimit(clock: Clock): GuessLimit {
  const buckets = new Map<string, TokenBucket>()
  return {
    waitS(visitor) {
      const waitMs = buckets.get(callerNetwork(visitor))?.take(0, clock.monotonicMs()) ?? 0
      return Math.ceil(waitMs / 1_000)
    },
    count(visitor) {
      const network = callerNetwork(visitor)
      const bucket = buckets.get(network) ?? new TokenBucket(rate, clock.monotonicMs())
      bucket.take(1, clock.monotonicMs())
      buckets.delete(network)
      buckets.set(network, bucket)
      const [oldest] = buckets.keys()
      if (buckets.size > networksMax && oldest !== undefined) buckets.delete(oldest)
    },
  }
}
