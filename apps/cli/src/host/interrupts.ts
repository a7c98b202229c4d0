/** Handles Ctrl-C: it ends the command, unless a handler has taken it over. */
export interface Interrupts {
  /** Aborted by the first Ctrl-C that no handler took. */
  readonly signal: AbortSignal
  /** Handles a Ctrl-C. `again`: the command was asked to end before, and has not. */
  strike(): 'taken' | 'ending' | 'again'
  /** Ends the command, whichever handler has taken Ctrl-C. */
  end(): void
  /** Makes Ctrl-C call this, until disposed; the newest handler wins. */
  take(onInterrupt: () => void): Disposable
}

export function createInterrupts(): Interrupts {
  const ending = new AbortController()
  let takers: readonly (() => void)[] = []
  return {
    signal: ending.signal,
    strike() {
      const taker = takers.at(-1)
      if (taker !== undefined) {
        taker()
        return 'taken'
      }
      if (ending.signal.aborted) return 'again'
      ending.abort()
      return 'ending'
    },
    end: () => ending.abort(),
    take(onInterrupt) {
      const taker = () => onInterrupt()
      takers = [...takers, taker]
      return {
        [Symbol.dispose]() {
          takers = takers.filter((other) => other !== taker)
        },
      }
    },
  }
}
