import type { Clock } from '@gridloom/async/clock'
import type { AccountId } from '@gridloom/contract/core/ids'

/** Keeps what goes out to each account to so many bytes a second, however many downloads they are. */
export interface Pace {
  /** Resolves when these may be followed by more. */
  after(accountId: AccountId, bytes: number): Promise<void>
  /** Lets go of accounts whose bytes have gone out. */
  tidy(): void
}

/** The burst that an account may download at full speed: the pictures of a page come at once. */
const aheadMsMax = 1_000
const never = new AbortController().signal

export function createPace({ clock, bytesPerS }: { clock: Clock; bytesPerS: number }): Pace {
  /** When each account's bytes will have gone out at this pace. */
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
