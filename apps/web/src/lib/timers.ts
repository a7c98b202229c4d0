/** Calls `wake` once after `delayMs`, unless the returned function is called first. */
export interface Timers {
  after(delayMs: number, wake: () => void): () => void
}

/** The page's timers; tests give their own. */
export const pageTimers: Timers = {
  after(delayMs, wake) {
    const timer = setTimeout(wake, delayMs)
    return () => clearTimeout(timer)
  },
}
