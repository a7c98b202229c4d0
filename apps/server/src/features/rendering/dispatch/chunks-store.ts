import type { MachineId, RenderChunkId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ChunkActivity, ChunkRow, JobRow, RenderingTables } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<RenderingTables>()

export function findChunk(db: Db, id: RenderChunkId): Promise<ChunkRow | undefined> {
  return tablesOf(db)
    .selectFrom('render_chunks')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the chunks that a machine holds under a lease. */
export function listLeased(db: Db, machineId: MachineId): Promise<ChunkRow[]> {
  return tablesOf(db)
    .selectFrom('render_chunks')
    .selectAll()
    .where('machine_id', '=', machineId)
    .where('state', '=', 'leased')
    .orderBy('started_at')
    .execute()
}

/** The id and lease token with which a machine proves its lease of a chunk. */
export type Lease = Pick<ChunkRow, 'id' | 'lease_token'>

/** Renews a lease. Returns `false` if this machine no longer has it. */
export async function renewLease(
  { db }: Tx,
  lease: Lease,
  change: { lease_until: Date; moved_at?: Date; activity?: ChunkActivity | null },
): Promise<boolean> {
  const { activity, ...rest } = change
  const row = await tablesOf(db)
    .updateTable('render_chunks')
    .set({
      ...rest,
      ...(activity === undefined
        ? {}
        : { activity: activity === null ? null : JSON.stringify(activity) }),
    })
    .where('id', '=', lease.id)
    .where('lease_token', '=', lease.lease_token)
    .where('state', '=', 'leased')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface ChunkEnd {
  state: Exclude<ChunkRow['state'], 'leased'>
  problem: ChunkRow['problem']
  at: Date
  /** Ends the chunk only if its lease had expired by then. */
  leaseRanOutBy?: Date
}

/** Ends a leased chunk; returns `undefined` if it had ended already. */
export function endLeased(
  { db }: Tx,
  id: RenderChunkId,
  { state, problem, at, leaseRanOutBy }: ChunkEnd,
): Promise<ChunkRow | undefined> {
  return tablesOf(db)
    .updateTable('render_chunks')
    .set({
      state,
      problem: problem === null ? null : JSON.stringify(problem),
      ended_at: at,
      activity: null,
    })
    .where('id', '=', id)
    .where('state', '=', 'leased')
    .$if(leaseRanOutBy !== undefined, (query) =>
      query.where('lease_until', '<', leaseRanOutBy ?? at),
    )
    .returningAll()
    .executeTakeFirst()
}

export async function markLog({ db }: Tx, id: RenderChunkId): Promise<void> {
  await tablesOf(db)
    .updateTable('render_chunks')
    .set({ has_log: true })
    .where('id', '=', id)
    .execute()
}

const sweptAtOnce = 200

/** Returns chunks whose lease has expired without a report. */
export function listExpired(db: Db, now: Date): Promise<ChunkRow[]> {
  return tablesOf(db)
    .selectFrom('render_chunks')
    .selectAll()
    .where('state', '=', 'leased')
    .where('lease_until', '<', now)
    .orderBy('lease_until')
    .limit(sweptAtOnce)
    .execute()
}

/** Returns chunks whose reports have shown no progress since `before`. */
export function listStuck(db: Db, before: Date): Promise<ChunkRow[]> {
  return tablesOf(db)
    .selectFrom('render_chunks')
    .selectAll()
    .where('state', '=', 'leased')
    .where('moved_at', '<', before)
    .orderBy('moved_at')
    .limit(sweptAtOnce)
    .execute()
}

/** Returns chunks on machines of which a slot was rented meanwhile. */
export async function listRentedOut(db: Db): Promise<ChunkRow[]> {
  return tablesOf(db)
    .selectFrom('render_chunks')
    .selectAll()
    .where('state', '=', 'leased')
    .where(
      sql<boolean>`exists (select 1 from slots where slots.machine_id = render_chunks.machine_id
        and slots.instance_id is not null)`,
    )
    .limit(sweptAtOnce)
    .execute()
}

export type ChunkOfJob = ChunkRow & { job_state: JobRow['state'] }

/** Returns chunks of jobs that are not being rendered right now, if frames of them are still out. */
export async function listUnwanted(db: Db): Promise<ChunkOfJob[]> {
  return (
    tablesOf(db)
      .selectFrom('render_chunks')
      .innerJoin('render_jobs', 'render_jobs.id', 'render_chunks.job_id')
      .selectAll('render_chunks')
      .select('render_jobs.state as job_state')
      .where('render_chunks.state', '=', 'leased')
      .where('render_chunks.kind', '=', 'frames')
      .where('render_jobs.state', 'not in', ['testing', 'rendering'])
      // A chunk whose frames have all arrived ends by itself, with its log.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('render_frames')
            .select('render_frames.number')
            .whereRef('render_frames.chunk_id', '=', 'render_chunks.id')
            .where('render_frames.state', '=', 'rendering'),
        ),
      )
      .limit(sweptAtOnce)
      .execute()
  )
}

/** Whether frames of a chunk still wait for its pictures. */
export async function hasFramesOut(db: Db, id: RenderChunkId): Promise<boolean> {
  const out = await tablesOf(db)
    .selectFrom('render_frames')
    .select('number')
    .where('chunk_id', '=', id)
    .where('state', '=', 'rendering')
    .limit(1)
    .executeTakeFirst()
  return out !== undefined
}

/** Returns connected machines that may have room for a chunk, those with scenes of open jobs first. */
export async function listAsking(db: Db, chunksMax: number): Promise<MachineId[]> {
  const { rows } = await sql<{ machine_id: MachineId }>`
    select r.machine_id from render_machines r
    where r.enabled and r.capability is not null and r.admission <> 'refused'
      and (select count(*) from render_chunks c where c.machine_id = r.machine_id and c.state = 'leased')
        < ${chunksMax}
    order by exists (select 1 from render_jobs j join render_scenes s on s.id = j.scene_id
      where j.state in ('testing', 'rendering') and s.content_hash = any(r.scenes)) desc,
      r.score desc nulls last, r.machine_id`.execute(db)
  return rows.map((row) => row.machine_id)
}

/** Whether a frame still waits for the picture of this very chunk. */
export async function awaitsPicture(
  db: Db,
  lease: Lease,
  part: { number: number; part: number },
): Promise<boolean> {
  const row = await tablesOf(db)
    .selectFrom('render_frames')
    .innerJoin('render_chunks', 'render_chunks.id', 'render_frames.chunk_id')
    .select('render_frames.number')
    .where('render_chunks.id', '=', lease.id)
    .where('render_chunks.lease_token', '=', lease.lease_token)
    .where('render_chunks.state', '=', 'leased')
    .where('render_frames.number', '=', part.number)
    .where('render_frames.part', '=', part.part)
    .where('render_frames.state', '=', 'rendering')
    .executeTakeFirst()
  return row !== undefined
}
