import { repeat } from '@gridloom/async/repeat'
import { waitAtMost } from '@gridloom/async/wait-at-most'
import type { Ctx } from '../../platform/ctx.ts'
import type { Changes } from '../../platform/database/listen.ts'
import { loadMaintenance } from '../accounts/index.ts'

/** The maintenance switch as this replica knows it, without a question to the database. */
export interface MaintenanceWatch {
  on(): boolean
  /** Resolves once a look that is under way came back, or soon all the same: whoever received a change then reads it. */
  settled(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** A replica that could not listen for a while is behind at most this long. */
const lookEveryMs = 1_000
/** A database that does not answer must not hold up the health check. */
const settleMs = 250

type WatchCtx = Pick<Ctx, 'clock' | 'db' | 'log'> & { readonly changes: Changes }

/**
 * Keeps in memory whether the platform is under maintenance. It looks when announcements are told to have changed, and
 * every second while nothing can be heard; while the database does not answer, what was known last counts.
 */
export async function watchMaintenance(ctx: WatchCtx): Promise<MaintenanceWatch> {
  const stop = new AbortController()
  let since = await loadMaintenance(ctx.db)
  let looks = 0
  const look = async () => {
    looks += 1
    const mine = looks
    const found = await loadMaintenance(ctx.db)
    // An older look that comes back late must not overwrite a newer one.
    if (mine === looks) since = found
  }
  const failed = (error: unknown) =>
    ctx.log.warn(
      { event: 'maintenance.read_failed', err: error },
      'maintenance could not be looked up',
    )
  let looking: Promise<void> | undefined
  const unsubscribe = ctx.changes.subscribe(({ topic }) => {
    if (topic !== 'announcements') return
    const mine = look()
      .catch(failed)
      .finally(() => {
        if (looking === mine) looking = undefined
      })
    looking = mine
  })
  // Between the first look and the listening something may have changed.
  await look()
  const lookWhileDisconnected = async () => {
    if (!ctx.changes.connected()) await look()
  }
  const loop = repeat({
    clock: ctx.clock,
    everyMs: lookEveryMs,
    signal: stop.signal,
    work: lookWhileDisconnected,
    failed,
  })
  return {
    on: () => since !== null,
    settled: async () => {
      if (looking === undefined) return
      await waitAtMost(ctx.clock, { ms: settleMs, signal: stop.signal }, looking)
    },
    async [Symbol.asyncDispose]() {
      unsubscribe()
      stop.abort()
      await loop
    },
  }
}
