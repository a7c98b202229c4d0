import type { Clock } from '@gridloom/async/clock'

/** The delay after one is taken, so that making the next does not slow the start that needed it. */
const refillAfterMs = 1_500

/** Fills a store of things made ahead, at its beginning and again a moment after something was taken. */
export interface Refill {
  /** Reports that something was taken. */
  wake(): void
  /** Fills and waits until `life` ends, then rejects; also rejects with the error of `fill`. Call once. */
  run(life: AbortSignal): Promise<void>
}

export function createRefill(
  clock: Pick<Clock, 'sleep'>,
  fill: (life: AbortSignal) => Promise<void>,
): Refill {
  let isWoken = false
  let resume = () => {}

  async function untilWoken(life: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      resume = resolve
      life.addEventListener('abort', () => resolve(), { once: true })
      // Both may have happened during the last `fill`, and are signalled only once.
      if (isWoken || life.aborted) resolve()
    })
  }

  return {
    wake: () => {
      isWoken = true
      resume()
    },
    run: async (life) => {
      while (!life.aborted) {
        isWoken = false
        await fill(life)
        await untilWoken(life)
        await clock.sleep(refillAfterMs, life)
      }
    },
  }
}
