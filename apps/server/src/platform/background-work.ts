import type { Log } from './log.ts'

/** Work that runs beside the loops that start it, once for each key. */
export interface BackgroundWork extends AsyncDisposable {
  /** Starts work, unless work of this key runs, or too much else does. Its failure is logged: the loop starts it again. */
  start(key: string, work: (signal: AbortSignal) => Promise<void>): void
}

interface BackgroundWorkOptions {
  log: Pick<Log, 'warn'>
  /** The event of the log for work that failed, and what it says. */
  event: `${string}.${string}`
  text: string
  /** The most at once, by default any number. */
  atOnce?: number
}

export function createBackgroundWork(options: BackgroundWorkOptions): BackgroundWork {
  const { log, event, text, atOnce = Number.POSITIVE_INFINITY } = options
  const running = new Map<string, Promise<void>>()
  const ending = new AbortController()

  async function run(key: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    try {
      await work(ending.signal)
    } catch (cause) {
      // @NOTE such as a machine that is away, or a full disk: the next turn of the loop continues
      if (!ending.signal.aborted) log.warn({ event, err: cause, key }, text)
    }
  }

  return {
    start(key, work) {
      if (ending.signal.aborted || running.has(key) || running.size >= atOnce) return
      running.set(
        key,
        run(key, work).finally(() => running.delete(key)),
      )
    },
    async [Symbol.asyncDispose]() {
      ending.abort(new Error('the server stops'))
      await Promise.all(running.values())
    },
  }
}
