import { repeat } from '@gridloom/async/repeat'
import { waitAtMost } from '@gridloom/async/wait-at-most'
import type { Ctx } from '../../platform/ctx.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { OwnChanges } from '../../platform/database/own-changes.ts'
import type { Change } from '../../platform/events.ts'
import { loadMaintenance } from '../accounts/index.ts'

/** The maintenance mode, cached on this replica. */
export interface MaintenanceWatch {
  on(): boolean
  /** Resolves once a read in progress is done, or soon anyway: a caller that received a change then sees its result. */
  settled(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The interval of reads while the change listener is disconnected: the longest delay of a replica. */
const lookEveryMs = 1_000
/** A slow database must not delay the health check for longer. */
const settleMs = 250

type WatchCtx = Pick<Ctx, 'clock' | 'db' | 'log'> & {
  readonly changes: Changes
  readonly ownChanges: Pick<OwnChanges, 'subscribe'>
}

/**
 * Caches in memory whether maintenance mode is on. It is read again when announcements change, and every second while
 * the change listener is disconnected. While the database does not answer, the last known state applies.
 */
export async function watchMaintenance(ctx: WatchCtx): Promise<MaintenanceWatch> {
  const stop = new AbortController()
  let since = await loadMaintenance(ctx.db)
  let looks = 0
  const look = async () => {
    looks += 1
    const mine = looks
    const found = await loadMaintenance(ctx.db)
    // An older read that finishes late must not overwrite a newer one.
    if (mine === looks) since = found
  }
  const failed = (error: unknown) =>
    ctx.log.warn(
      { event: 'maintenance.read_failed', err: error },
      'maintenance could not be looked up',
    )
  let looking: Promise<void> | undefined
  const onChange = async ({ topic }: Pick<Change, 'topic'>): Promise<void> => {
    if (topic !== 'announcements') return
    const mine = look()
      .catch(failed)
      .finally(() => {
        if (looking === mine) looking = undefined
      })
    looking = mine
    await mine
  }
  const ends = [
    ctx.changes.subscribe((change) => void onChange(change)),
    // The operator who switches the mode sees it with the next call.
    ctx.ownChanges.subscribe(onChange),
  ]
  // The mode may have changed between the first read and the subscription.
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
      for (const end of ends) end()
      stop.abort()
      await loop
    },
  }
}
