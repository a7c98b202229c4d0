import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'

/** Reads again what changed: each thing once at a time, once more where it changed meanwhile, until it works. */
export interface Reloader {
  begin(name: string, reload: () => Promise<void>): void
  idle(): Promise<void>
}

const retryMs = 1_000

interface Options {
  clock: Clock
  log: Log
  signal: AbortSignal
}

export function createReloader({ clock, log, signal }: Options): Reloader {
  const wanted = new Map<string, () => Promise<void>>()
  let over: Promise<void> | undefined
  const work = async () => {
    for (const [name, reload] of wanted) {
      if (signal.aborted) return
      wanted.delete(name)
      await reload().catch(async (error: unknown) => {
        log.warn({ err: error, name }, 'what changed could not be read yet')
        if (!wanted.has(name)) wanted.set(name, reload)
        // @NOTE the sleep only rejects when all of this stops.
        await clock.sleep(retryMs, signal).catch(() => {})
      })
    }
  }
  return {
    begin(name, reload) {
      wanted.set(name, reload)
      over ??= work().finally(() => {
        over = undefined
      })
    },
    async idle() {
      while (over !== undefined) await over
    },
  }
}
