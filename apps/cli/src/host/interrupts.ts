/** What Ctrl-C does: it ends the command, unless something that runs has taken it for itself. */
export interface Interrupts {
  /** Aborted by the first Ctrl-C that nobody took. */
  readonly signal: AbortSignal
  /** Ctrl-C was pressed. `again`: the command was told to end before, and has not. */
  strike(): 'taken' | 'ending' | 'again'
  /** Ends the command, whoever has taken Ctrl-C. */
  end(): void
  /** From now on Ctrl-C calls this, until disposed; the last to take it has it. */
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
