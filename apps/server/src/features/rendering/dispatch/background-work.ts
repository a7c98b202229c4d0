import type { Log } from '../../../platform/log.ts'

/** Work that nobody waits for, until the end. */
export interface BackgroundWork extends AsyncDisposable {
  /** Begins it; what it throws is logged with the words. */
  begin(words: string, work: () => Promise<unknown>): void
  /** Resolves when nothing of it is under way. */
  idle(): Promise<void>
}

export function backgroundWork(log: Log): BackgroundWork {
  const underWay = new Set<Promise<void>>()
  const idle = async () => {
    while (underWay.size > 0) await Promise.all(underWay)
  }
  return {
    begin(words, work) {
      // @NOTE what fails here is taken up again: reports are repeated, and the sweep looks at what is left.
      const done = work().then(
        () => {},
        (error: unknown) => log.warn({ err: error }, words),
      )
      underWay.add(done)
      void done.then(() => underWay.delete(done))
    },
    idle,
    [Symbol.asyncDispose]: idle,
  }
}
