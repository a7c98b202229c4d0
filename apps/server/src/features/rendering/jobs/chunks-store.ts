import type { RenderChunkId, RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderCheck } from '@gridloom/contract/rendering/check'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { CheckRow, ChunkRow, RenderingTables } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<RenderingTables>()

/** Returns the chunks of a job that machines hold under a lease. */
export async function listOut(db: Db, jobId: RenderJobId): Promise<RenderChunkId[]> {
  const rows = await tablesOf(db)
    .selectFrom('render_chunks')
    .select('id')
    .where('job_id', '=', jobId)
    .where('state', '=', 'leased')
    .execute()
  return rows.map(({ id }) => id)
}

/** A chunk as the API shows it, without the order sent to its machine. */
export type ShownChunk = Omit<ChunkRow, 'spec' | 'lease_token'>

const shown = [
  'id',
  'job_id',
  'kind',
  'machine_id',
  'lease_until',
  'state',
  'frames',
  'activity',
  'problem',
  'committed_micro_usd',
  'micro_usd_per_reference_hour',
  'machine_score',
  'has_log',
  'canary_of',
  'started_at',
  'moved_at',
  'ended_at',
] as const satisfies readonly (keyof ShownChunk)[]

/** Returns a page of a job's chunks, newest first, and their total number. */
export async function listChunkRows(
  db: Db,
  { jobId, limit, offset }: { jobId: RenderJobId; limit: number; offset: number },
): Promise<{ rows: ShownChunk[]; total: number }> {
  const ofJob = tablesOf(db).selectFrom('render_chunks').where('job_id', '=', jobId)
  const rows = await ofJob
    .select(shown)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const counted = await ofJob
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: counted.total }
}

/** Returns one chunk of a job. */
export function findChunkOf(
  db: Db,
  jobId: RenderJobId,
  id: RenderChunkId,
): Promise<ShownChunk | undefined> {
  return tablesOf(db)
    .selectFrom('render_chunks')
    .select(shown)
    .where('id', '=', id)
    .where('job_id', '=', jobId)
    .executeTakeFirst()
}

const checksShown = 1_000

/** Returns the newest checks of a job's frames. */
export async function listCheckRows(db: Db, jobId: RenderJobId): Promise<CheckRow[]> {
  return tablesOf(db)
    .selectFrom('render_checks')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(checksShown)
    .execute()
}

/** Closes the open checks of a cancelled job, as their results are not needed. */
export async function closeChecks({ db }: Tx, jobId: RenderJobId, at: Date): Promise<void> {
  const undecided: RenderCheck['outcome'] = 'undecided'
  await sql`update render_checks set outcome = ${undecided}, decided_at = ${at}
    where job_id = ${jobId} and outcome = 'pending'`.execute(db)
}
