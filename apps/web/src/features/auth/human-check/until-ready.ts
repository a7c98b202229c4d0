import { systemClock } from '@gridloom/async/clock'

/** Specification, section 9. */
export const pollMs = 100
const giveUpAfterMs = 10_000

/** Asks every 100 ms until `find` gives something; rejects after 10 s, and once nobody waits for it any more. */
export async function untilReady<Found>(
  find: () => Found | undefined,
  left: AbortSignal,
): Promise<Found> {
  for (let waitedMs = 0; waitedMs <= giveUpAfterMs; waitedMs += pollMs) {
    left.throwIfAborted()
    const found = find()
    if (found !== undefined) return found
    await systemClock.sleep(pollMs)
  }
  throw new Error('the human check did not become ready within 10 s')
}
