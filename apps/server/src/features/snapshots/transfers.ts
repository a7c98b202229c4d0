import type { Log } from '../../platform/log.ts'

/** Transfers of this replica at once: each has a few pieces of 8 MiB in memory. */
const atOnce = 4

/** Work that runs beside the loops that start it, once for each key. */
export interface Transfers extends AsyncDisposable {
  /** Starts work, unless work of this key runs, or too much else does. Its failure is logged: the loop starts it again. */
  start(key: string, work: (signal: AbortSignal) => Promise<void>): void
  /** Resolves when what runs now has ended. */
  settled(): Promise<void>
}

export function createTransfers(log: Pick<Log, 'warn'>): Transfers {
  const running = new Map<string, Promise<void>>()
  const ending = new AbortController()

  async function run(key: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    try {
      await work(ending.signal)
    } catch (cause) {
      // @NOTE a machine that is away, or a full disk: the next turn of the loop continues
      if (!ending.signal.aborted)
        log.warn(
          { event: 'snapshot.transfer_failed', err: cause, key },
          'a transfer was interrupted',
        )
    }
  }

  const settled = async () => void (await Promise.all(running.values()))
  return {
    start(key, work) {
      if (ending.signal.aborted || running.has(key) || running.size >= atOnce) return
      running.set(
        key,
        run(key, work).finally(() => running.delete(key)),
      )
    },
    settled,
    async [Symbol.asyncDispose]() {
      ending.abort(new Error('the server stops'))
      await settled()
    },
  }
}
