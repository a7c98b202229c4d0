import { systemClock } from '@gridloom/async/clock'

/** Specification, section 9. */
export const pollMs = 100
const giveUpAfterMs = 10_000

/** The script of the human check did not load. */
class HumanCheckMissing extends Error {
  override readonly name = 'HumanCheckMissing'
}

/** Polls `find` every 100 ms until it returns a value; rejects after 10 s, and when `left` aborts. */
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
  throw new HumanCheckMissing('the captcha did not load within 10 s')
}
