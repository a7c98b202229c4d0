import type { Clock } from '@gridloom/async/clock'
import type { AccountId } from '@gridloom/contract/core/ids'

/** Limits each account to a rate in bytes per second, over all its downloads. */
export interface BytePace {
  /** Resolves when more bytes may follow these. */
  after(accountId: AccountId, bytes: number): Promise<void>
  /** Forgets accounts whose bytes are sent. */
  tidy(): void
}

/** The burst that an account may download at full speed: a page requests many pictures at once. */
const aheadMsMax = 1_000
const never = new AbortController().signal

export function createBytePace({
  clock,
  bytesPerS,
}: {
  clock: Clock
  bytesPerS: number
}): BytePace {
  /** The time at which each account's bytes are sent at this rate. */
  const outAtMs = new Map<AccountId, number>()
  return {
    async after(accountId, bytes) {
      const nowMs = clock.monotonicMs()
      const outMs = Math.max(nowMs, outAtMs.get(accountId) ?? 0) + (bytes * 1_000) / bytesPerS
      outAtMs.set(accountId, outMs)
      const waitMs = outMs - nowMs - aheadMsMax
      if (waitMs > 0) await clock.sleep(waitMs, never)
    },
    tidy() {
      const nowMs = clock.monotonicMs()
      for (const [accountId, outMs] of outAtMs) if (outMs <= nowMs) outAtMs.delete(accountId)
    },
  }
}
