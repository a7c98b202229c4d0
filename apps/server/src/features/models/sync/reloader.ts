import type { Clock } from '@gridloom/async/clock'
import type { Log } from '../../../platform/log.ts'

/** Runs reloads: each name one at a time, once more if it changed meanwhile, and again until it succeeds. */
export interface Reloader {
  /** Resolves after the first try, successful or not. */
  begin(name: string, reload: () => Promise<void>): Promise<void>
  idle(): Promise<void>
}

const retryMs = 1_000

interface ReloaderOptions {
  clock: Clock
  log: Log
  signal: AbortSignal
}

interface Wanted {
  reload: () => Promise<void>
  tried: PromiseWithResolvers<void>
}

export function createReloader({ clock, log, signal }: ReloaderOptions): Reloader {
  const wanted = new Map<string, Wanted>()
  let over: Promise<void> | undefined
  const tryOnce = async (name: string, { reload, tried }: Wanted) => {
    try {
      await reload()
    } catch (error) {
      log.warn(
        { event: 'model_registry.reload_failed', err: error, name },
        'a reload failed and is retried',
      )
      if (!wanted.has(name)) wanted.set(name, { reload, tried: Promise.withResolvers() })
      return 'failed'
    } finally {
      tried.resolve()
    }
  }
  const work = async () => {
    for (const [name, one] of wanted) {
      if (signal.aborted) return
      wanted.delete(name)
      // @NOTE the sleep only rejects when the reloader is stopped.
      if ((await tryOnce(name, one)) === 'failed')
        await clock.sleep(retryMs, signal).catch(() => {})
    }
  }
  const start = () => {
    over ??= work().finally(() => {
      over = undefined
      if (signal.aborted) for (const { tried } of wanted.values()) tried.resolve()
      // A reload was requested between the last turn and this one.
      else if (wanted.size > 0) start()
    })
  }
  return {
    begin(name, reload) {
      const tried = wanted.get(name)?.tried ?? Promise.withResolvers<void>()
      wanted.set(name, { reload, tried })
      start()
      return tried.promise
    },
    async idle() {
      while (over !== undefined) await over
    },
  }
}
