import type { Log, LogEvent } from '../../../platform/log.ts'

/** The way a failure is logged. */
export interface BackgroundFailure {
  event: LogEvent
  sentence: string
}

/** Background tasks: no caller waits for them, but a shutdown does. */
export interface BackgroundWork extends AsyncDisposable {
  /** Starts a task; its failure is logged as this event. */
  begin(failure: BackgroundFailure, work: () => Promise<unknown>): void
  /** Resolves when no task is running. */
  idle(): Promise<void>
}

export function backgroundWork(log: Log): BackgroundWork {
  const underWay = new Set<Promise<void>>()
  const idle = async () => {
    while (underWay.size > 0) await Promise.all(underWay)
  }
  return {
    begin({ event, sentence }, work) {
      // @NOTE a failed task is retried: reports are repeated, and the sweep handles the rest.
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
