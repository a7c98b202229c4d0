import { createDeadline } from '@gridloom/async/deadline'
import type { BackupRunId } from '@gridloom/contract/core/ids'
import type { Updateable } from 'kysely'
import type { BackupsCtx } from './ctx.ts'
import { publishBackup } from './publish-backup.ts'
import { updateOwnRun } from './runs-store.ts'
import type { BackupRunRow, BackupTables } from './schema.ts'

/** A run is given up when the replica that runs it has been silent for this long. */
export const silentMs = 60_000
const everyMs = 3_000
const runLimitMs = 24 * 3_600_000

/** What of a run is written while it runs. */
export type RunProgress = Pick<
  Updateable<BackupTables['backup_runs']>,
  'percent' | 'files' | 'bytes' | 'transferred_bytes'
>

/** A run that is ours. */
export interface RunWatch extends AsyncDisposable {
  readonly id: BackupRunId
  readonly lease: string
  /** Aborts when the run was cancelled, is no longer ours, or takes too long. */
  readonly signal: AbortSignal
  /** Whether it took too long. */
  isOverdue(): boolean
  /** Is written at the next turn. */
  note(progress: RunProgress): void
}

/** Says every few seconds that a run is alive, with its progress, until it is disposed of. */
export function watchRun(
  ctx: BackupsCtx,
  { run, lease, signal }: { run: BackupRunRow; lease: string; signal: AbortSignal },
): RunWatch {
  const ending = new AbortController()
  const lost = new AbortController()
  const limit = createDeadline(ctx.clock, runLimitMs, AbortSignal.any([signal, lost.signal]))
  let progress: RunProgress = {}

  async function beat(): Promise<void> {
    const change = { ...progress, alive_at: ctx.clock.now() }
    progress = {}
    const kept = await ctx.transact(async (tx) => {
      const kept = await updateOwnRun(tx, { id: run.id, lease }, change)
      if (kept !== undefined && Object.keys(change).length > 1)
        await publishBackup(tx, { account_id: run.account_id, id: run.plan_id })
      return kept
    })
    if (kept === undefined) lost.abort(new DOMException('The run has ended', 'AbortError'))
  }

  async function beats(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await ctx.clock.sleep(everyMs, ending.signal)
        await beat()
      } catch (cause) {
        // @NOTE a database that is away for a moment: the next turn tries again
        if (!ending.signal.aborted)
          ctx.log.warn({ event: 'backup.beat_failed', err: cause, run: run.id }, 'not written')
      }
    }
  }
  const beating = beats()

  return {
    id: run.id,
    lease,
    signal: limit.signal,
    isOverdue: () => limit.signal.aborted && !signal.aborted && !lost.signal.aborted,
    note: (more) => {
      progress = { ...progress, ...more }
    },
    async [Symbol.asyncDispose]() {
      ending.abort()
      limit.done()
      await beating
    },
  }
}
