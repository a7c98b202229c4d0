/** Lines that are taken in one turn of the event loop; the rest of what came waits for the next. */
const linesPerTurn = 256

/** Turns in which lines are taken, so that one machine's flood of them leaves room for everybody else between. */
export interface Turns {
  /** Enough for now: `onNext` is called in the next turn. */
  readonly isOver: boolean
  took(): void
}

export function createTurns(onNext: () => void): Turns {
  let taken = 0
  return {
    get isOver() {
      return taken >= linesPerTurn
    },
    took() {
      taken += 1
      if (taken !== linesPerTurn) return
      setImmediate(() => {
        taken = 0
        onNext()
      })
    },
  }
}
