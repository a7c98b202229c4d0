import { systemClock } from '@gridloom/async/clock'

/** Where the pacer takes its time from; tests give their own. */
export interface PaceSource {
  nowMs(): number
  /** Before the next picture is drawn. */
  frame(draw: () => void): void
  after(delayMs: number, wake: () => void): void
}

/** A quarter of a frame at 60 Hz. */
const lightMs = 4
/** Of the time from one heavy drawing to the next, one part is its own. */
const parts = 4

const page: PaceSource = {
  nowMs: () => performance.now(),
  frame: (draw) => requestAnimationFrame(draw),
  after: systemClock.after,
}

/**
 * Runs each drawing with the next picture; behind a heavy one (a table of hundreds of lines that grows) the next waits
 * until it has taken no more than a quarter of the time, so that the page goes on hearing its reader.
 */
export function createPacer(source: PaceSource = page): (draw: () => void) => void {
  let restsUntilMs = 0

  function run(draw: () => void): void {
    const startedMs = source.nowMs()
    draw()
    // React draws in a microtask of its own, which stands before this one.
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
