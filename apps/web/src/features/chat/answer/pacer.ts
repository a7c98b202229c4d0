import { systemClock } from '@gridloom/async/clock'

/** The pacer's source of time; tests pass a fake. */
export interface PaceSource {
  nowMs(): number
  /** Runs `draw` before the next frame. */
  frame(draw: () => void): void
  after(delayMs: number, wake: () => void): void
}

/** A draw up to this long is not throttled: a quarter of a frame at 60 Hz. */
const lightMs = 4
/** Heavy draws may take one part in this many of the time. */
const parts = 4

const page: PaceSource = {
  nowMs: systemClock.monotonicMs,
  frame: (draw) => requestAnimationFrame(draw),
  after: systemClock.after,
}

/**
 * Runs each draw in the next animation frame. After a heavy draw (a growing table of hundreds of lines), the next one
 * waits until drawing takes at most a quarter of the time, so that the page stays responsive.
 */
export function createPacer(source: PaceSource = page): (draw: () => void) => void {
  let restsUntilMs = 0

  function run(draw: () => void): void {
    const startedMs = source.nowMs()
    draw()
    // React renders in a microtask that was queued before this one.
    queueMicrotask(() => {
      const tookMs = source.nowMs() - startedMs
      if (tookMs > lightMs) restsUntilMs = startedMs + tookMs * parts
    })
  }

  return (draw) => {
    const restMs = restsUntilMs - source.nowMs()
    const withPicture = () => source.frame(() => run(draw))
    if (restMs > 0) source.after(restMs, withPicture)
    else withPicture()
  }
}
