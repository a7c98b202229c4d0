import type { Log, LogEvent } from '../../../platform/log.ts'

/** How a failure of work is logged. */
export interface BackgroundFailure {
  event: LogEvent
  sentence: string
}

/** Background tasks: no caller waits for them, but a shutdown does. */
export interface BackgroundWork extends AsyncDisposable {
  /** Begins it; its failure is logged as this event. */
  begin(failure: BackgroundFailure, work: () => Promise<unknown>): void
  /** Resolves when nothing of it is under way. */
  idle(): Promise<void>
}

export function backgroundWork(log: Log): BackgroundWork {
  const underWay = new Set<Promise<void>>()
  const idle = async () => {
    while (underWay.size > 0) await Promise.all(underWay)
  }
  return {
    begin({ event, sentence }, work) {
      // @NOTE what fails here is taken up again: reports are repeated, and the sweep looks at what is left.
      const done = work().then(
        () => {},
        (error: unknown) => log.warn({ event, err: error }, sentence),
      )
      underWay.add(done)
      void done.then(() => underWay.delete(done))
    },
    idle,
    [Symbol.asyncDispose]: idle,
  }
}
