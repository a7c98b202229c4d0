import type { Clock } from '@gridloom/async/clock'

/** After one is taken, so that making the next does not slow the start that needed it. */
const refillAfterMs = 1_500

/** A store of things made ahead that is filled at its beginning and again a moment after something was taken. */
export interface Refill {
  /** Something was taken. */
  wake(): void
  /** Fills and waits until `life` ends; rejects then, and with what `fill` fails with. Call once. */
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
      // Either may have come while the last one was made, and says so only once.
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
