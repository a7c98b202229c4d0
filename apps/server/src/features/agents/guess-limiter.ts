import type { Clock } from '@gridloom/async/clock'
import { Refused } from '@gridloom/contract/errors'
import { TokenBucket } from '@gridloom/domain/token-bucket'
import { refusedRate } from '../../platform/agent-link/bounds.ts'

/** Limits networks that request connections for unknown or revoked keys: each attempt costs a database query. */
export interface GuessLimiter {
  /** @throws Refused `too_many_requests` */
  check(network: string): void
  /** Counts a rejected connection. */
  refused(network: string): void
  /** Forgets networks without a recent rejection. */
  sweep(): void
}

interface Known {
  readonly refusals: TokenBucket
  barredUntilMs: number
  seenAtMs: number
}

/** The bucket is full again by then. */
const forgottenMs = (refusedRate.burst / refusedRate.perSecond) * 1_000

export function createGuessLimiter(clock: Clock): GuessLimiter {
  const networks = new Map<string, Known>()
  return {
    check(network) {
      const waitMs = (networks.get(network)?.barredUntilMs ?? 0) - clock.monotonicMs()
      if (waitMs <= 0) return
      throw new Refused('too_many_requests', {
        details: { seconds: Math.ceil(waitMs / 1_000) },
        internal: 'too many refused connections from its network',
      })
    },
    refused(network) {
      const nowMs = clock.monotonicMs()
      const known = networks.get(network) ?? {
        refusals: new TokenBucket(refusedRate, nowMs),
        barredUntilMs: nowMs,
        seenAtMs: nowMs,
      }
      networks.set(network, known)
      known.seenAtMs = nowMs
      known.barredUntilMs = nowMs + known.refusals.take(1, nowMs)
    },
    sweep() {
      const sinceMs = clock.monotonicMs() - forgottenMs
      for (const [network, { seenAtMs }] of networks)
        if (seenAtMs < sinceMs) networks.delete(network)
    },
  }
}
