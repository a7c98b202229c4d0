import { sql } from 'kysely'
import type { Tx } from '../ctx.ts'

/** The table of `migrations/0147-scheduled-runs.sql`. A type, as Kysely requires. */
type ScheduledTables = {
  scheduled_runs: {
    name: string
    done_at: Date
    lease_token: string | null
    lease_ends_at: Date | null
  }
}

/** Schedules new work from its next due time on; known work is unchanged. */
export async function addScheduledWork(tx: Tx, names: readonly string[], now: Date): Promise<void> {
  if (names.length === 0) return
  await tables(tx)
    .insertInto('scheduled_runs')
    .values(names.toSorted().map((name) => ({ name, done_at: now })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** A claim on one run of scheduled work. */
export interface RunLease {
  name: string
  token: string
}

/** Claims the due run, unless it succeeded since or another replica has claimed it. */
export async function claimRun(
  tx: Tx,
  { name, token }: RunLease,
  { dueAt, now, leaseMs }: { dueAt: Date; now: Date; leaseMs: number },
): Promise<boolean> {
  const claimed = await tables(tx)
    .updateTable('scheduled_runs')
    .set({ lease_token: token, lease_ends_at: new Date(now.getTime() + leaseMs) })
    .where('name', '=', name)
    .where('done_at', '<', dueAt)
    .where(sql<boolean>`(lease_ends_at is null or lease_ends_at <= ${now})`)
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Records that a run succeeded; does nothing where another replica has claimed it meanwhile. */
export async function finishRun(tx: Tx, { name, token }: RunLease, now: Date): Promise<void> {
  await tables(tx)
    .updateTable('scheduled_runs')
    .set({ done_at: now, lease_token: null, lease_ends_at: null })
    .where('name', '=', name)
    .where('lease_token', '=', token)
    .execute()
}

function tables({ db }: Tx) {
  return db.withTables<ScheduledTables>()
}
