/** Lines that are handled in one tick of the event loop; the rest waits for the next. */
const linesPerTurn = 256

/** Divides the handling of lines over ticks, so that one machine's flood leaves room for others in between. */
export interface TickShare {
  /** Whether the tick's share is used up: `onNext` is called in the next tick. */
  readonly isOver: boolean
  took(): void
}

export function createTurns(onNext: () => void): TickShare {
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
