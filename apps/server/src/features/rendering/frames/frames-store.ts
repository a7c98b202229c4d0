import type { MachineId, RenderJobId } from '@gridloom/contract/core/ids'
import type { FrameState } from '@gridloom/contract/rendering/frame'
import type { PartExtent } from '@gridloom/domain/rendering/frame-parts'
import { type FrameStateBefore, frameStatesBefore } from '@gridloom/domain/rendering/frame-states'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { FrameRow, RenderingTables } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<RenderingTables>()

/** Returns one frame as a whole (part 0). */
export function findFrame(
  db: Db,
  jobId: RenderJobId,
  number: number,
): Promise<FrameRow | undefined> {
  return tablesOf(db)
    .selectFrom('render_frames')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('number', '=', number)
    .where('part', '=', 0)
    .executeTakeFirst()
}

/** Returns the first frames that were given up, by number. */
export async function listFailedNumbers(
  db: Db,
  jobId: RenderJobId,
  limit: number,
): Promise<number[]> {
  const rows = await tablesOf(db)
    .selectFrom('render_frames')
    .select('number')
    .where('job_id', '=', jobId)
    .where('part', '=', 0)
    .where('state', '=', 'failed')
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map(({ number }) => number)
}

/** For a job that was not started: returns how many of its test frames are done and stay. */
export async function countDone(db: Db, jobId: RenderJobId): Promise<number> {
  const row = await tablesOf(db)
    .selectFrom('render_frames')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('job_id', '=', jobId)
    .where('part', '=', 0)
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow()
  return row.count
}

export interface NewFrames {
  readonly jobId: RenderJobId
  readonly numbers: readonly number[]
  /** The parts that each frame consists of; none: it is rendered whole. */
  readonly parts: readonly PartExtent[]
  readonly at: Date
}

/** Inserts frames of a job, any number in one statement; existing ones stay unchanged. */
export async function insertFrames(
  { db }: Tx,
  { jobId, numbers, parts, at }: NewFrames,
): Promise<void> {
  const whole = parts.length === 0
  await sql`insert into render_frames (job_id, number, part, state, changed_at)
    select ${jobId}, number, 0, ${whole ? 'pending' : 'assembling'}, ${at}
    from unnest(${[...numbers]}::integer[]) as number
    on conflict do nothing`.execute(db)
  if (whole) return
  // Parts of a frame that is already done (the test frame) are not rendered again.
  await sql`insert into render_frames (job_id, number, part, state, extent, changed_at)
    select ${jobId}, frame.number, parts.part::integer, 'pending', parts.extent, ${at}
    from render_frames frame,
      jsonb_array_elements(${JSON.stringify(parts)}::jsonb) with ordinality as parts (extent, part)
    where frame.job_id = ${jobId} and frame.part = 0 and frame.state = 'assembling'
    on conflict do nothing`.execute(db)
}

export async function deleteFrames({ db }: Tx, jobId: RenderJobId): Promise<void> {
  await tablesOf(db).deleteFrom('render_frames').where('job_id', '=', jobId).execute()
}

/** Deletes one frame with its parts. */
export async function deleteFrame({ db }: Tx, jobId: RenderJobId, number: number): Promise<void> {
  await tablesOf(db)
    .deleteFrom('render_frames')
    .where('job_id', '=', jobId)
    .where('number', '=', number)
    .execute()
}

/** For a job that was not started: deletes frames that are no longer part of it, and failed test frames. */
export async function deleteStale(
  { db }: Tx,
  { jobId, numbers }: { jobId: RenderJobId; numbers: readonly number[] },
): Promise<void> {
  await sql`delete from render_frames stale where stale.job_id = ${jobId} and not exists (
    select 1 from render_frames whole where whole.job_id = stale.job_id and whole.number = stale.number
      and whole.part = 0 and whole.state = 'done' and whole.number = any(${[...numbers]}::integer[]))`.execute(
    db,
  )
}

/**
 * Locks the pending frames of a job. A claim locks them before its job, so ending a job must do so too: otherwise the
 * two could deadlock.
 */
export async function lockPendingFrames({ db }: Tx, jobId: RenderJobId): Promise<void> {
  await sql`select count(*) from (select 1 from render_frames
    where job_id = ${jobId} and state = 'pending' for update) pending`.execute(db)
}

/** Cancels every unsettled frame of a job: later reports about it have no effect. */
export async function cancelFrames({ db }: Tx, jobId: RenderJobId, at: Date): Promise<void> {
  await tablesOf(db)
    .updateTable('render_frames')
    .set({ state: 'cancelled', chunk_id: null, held_micro_usd: 0, changed_at: at })
    .where('job_id', '=', jobId)
    .where('state', '=', sql<FrameState>`any(${frameStatesBefore('cancelled')}::text[])`)
    .execute()
}

interface Chosen {
  readonly jobId: RenderJobId
  /** Only these frames, or all of them. */
  readonly numbers: readonly number[] | 'all'
  readonly at: Date
}

const retried = 'failed' as const satisfies FrameStateBefore<'pending' | 'assembling'>

/**
 * Returns failed frames to the queue, for every machine again; their parts that are done stay. Returns the numbers of
 * the requeued frames.
 */
export async function requeueFailed({ db }: Tx, { jobId, numbers, at }: Chosen): Promise<number[]> {
  const { rows } = await sql<{ number: number; part: number }>`
    with failed as (
      select number, exists (select 1 from render_frames p where p.job_id = w.job_id
        and p.number = w.number and p.part > 0) as in_parts
      from render_frames w
      where w.job_id = ${jobId} and w.part = 0 and w.state = ${retried}
        and (${numbers === 'all'} or w.number = any(${numbers === 'all' ? [] : [...numbers]}::integer[])))
    update render_frames f set
      state = case when f.part = 0 and failed.in_parts then 'assembling' else 'pending' end,
      failed_machines = '{}', chunk_id = null, problem = null, changed_at = ${at}
    from failed
    where f.job_id = ${jobId} and f.number = failed.number and f.state in (${retried}, 'pending')
    returning f.number, f.part`.execute(db)
  return rows.filter(({ part }) => part === 0).map(({ number }) => number)
}

/** Stores the owner's approval of done frames; returns the numbers of the frames it applied to. */
export async function approveDone(
  { db }: Tx,
  { jobId, numbers, at }: Chosen & { numbers: readonly number[] },
): Promise<number[]> {
  const rows = await tablesOf(db)
    .updateTable('render_frames')
    .set({ approval: 'approved', changed_at: at })
    .where('job_id', '=', jobId)
    .where('part', '=', 0)
    .where('state', '=', 'done')
    .where('number', '=', sql<number>`any(${[...numbers]}::integer[])`)
    .returning('number')
    .execute()
  return rows.map(({ number }) => number)
}

/** A frame that no machine could check: its picture, and the price of accepting it. */
export type HeldFrame = Pick<FrameRow, 'number' | 'sha256' | 'held_micro_usd'>

/** Returns those of these frames that are held, by number. */
export function listHeldFrames(
  db: Db,
  jobId: RenderJobId,
  numbers: readonly number[],
): Promise<HeldFrame[]> {
  return tablesOf(db)
    .selectFrom('render_frames')
    .select(['number', 'sha256', 'held_micro_usd'])
    .where('job_id', '=', jobId)
    .where('part', '=', 0)
    .where('state', '=', 'held')
    .where('number', '=', sql<number>`any(${[...numbers]}::integer[])`)
    .orderBy('number')
    .execute()
}

/** Marks frames as rejected by their owner. */
export async function markRejected(
  { db }: Tx,
  jobId: RenderJobId,
  numbers: readonly number[],
): Promise<void> {
  await sql`update render_frames set approval = 'rejected'
    where job_id = ${jobId} and part = 0 and number = any(${[...numbers]}::integer[])`.execute(db)
}

const rejected = 'done' as const satisfies FrameStateBefore<'pending' | 'assembling'>

/**
 * Returns done frames to the queue, excluding the machines that rendered them. The rejected picture stays recorded
 * until a newer one is accepted, so that the two can be compared. Returns the numbers of the requeued frames.
 */
export async function requeueRejected(
  { db }: Tx,
  { jobId, numbers, at }: Chosen & { numbers: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ number: number; part: number }>`
    with rejected as (
      select number, exists (select 1 from render_frames p where p.job_id = w.job_id
        and p.number = w.number and p.part > 0) as in_parts
      from render_frames w
      where w.job_id = ${jobId} and w.part = 0 and w.state = ${rejected} and w.number = any(${[...numbers]}::integer[]))
    update render_frames f set
      state = case when f.part = 0 and rejected.in_parts then 'assembling' else 'pending' end,
      approval = case when f.part = 0 then 'rejected' else f.approval end,
      failed_machines = case when f.machine_id is null or f.machine_id = any(f.failed_machines)
        then f.failed_machines else array_append(f.failed_machines, f.machine_id) end,
      rejected = case when f.machine_id is null or f.chunk_id is null then null
        else jsonb_build_object('sha256', f.sha256, 'machine_id', f.machine_id, 'chunk_id', f.chunk_id) end,
      problem = ${rejectedProblem}::jsonb, chunk_id = null, checked = 'not_yet', changed_at = ${at}
    from rejected
    where f.job_id = ${jobId} and f.number = rejected.number and f.state = ${rejected}
    returning f.number, f.part`.execute(db)
  return rows.filter(({ part }) => part === 0).map(({ number }) => number)
}

const rejectedProblem = JSON.stringify({
  code: 'rejected_by_owner',
  text: 'You rejected the picture. Another machine renders it again.',
})

/** A frame as it is shown: its row, and the progress of its current attempt. */
export type ShownFrame = FrameRow & { percent: number | null }

interface FrameRange {
  readonly jobId: RenderJobId
  readonly from: number
  readonly limit: number
  readonly state?: FrameState | undefined
}

/** Returns frames in order of their number, starting at one. */
export function listFramesFrom(
  db: Db,
  { jobId, from, limit, state }: FrameRange,
): Promise<ShownFrame[]> {
  return shownFrames(db, jobId)
    .where('f.number', '>=', from)
    .$if(state !== undefined, (query) => query.where('f.state', '=', state ?? 'pending'))
    .orderBy('f.number')
    .limit(limit)
    .execute()
}

/** Returns frames by their numbers. */
export function listFramesNamed(
  db: Db,
  jobId: RenderJobId,
  numbers: readonly number[],
): Promise<ShownFrame[]> {
  return shownFrames(db, jobId)
    .where('f.number', '=', sql<number>`any(${[...numbers]}::integer[])`)
    .orderBy('f.number')
    .execute()
}

function shownFrames(db: Db, jobId: RenderJobId) {
  return tablesOf(db)
    .selectFrom('render_frames as f')
    .leftJoin('render_chunks as c', (join) =>
      join.onRef('c.id', '=', 'f.chunk_id').on('c.state', '=', 'leased'),
    )
    .selectAll('f')
    .select([
      sql<number | null>`case when (c.activity ->> 'frame')::integer = f.number
        then (c.activity ->> 'percent')::double precision end`.as('percent'),
      sql<MachineId | null>`coalesce(c.machine_id, f.machine_id)`.as('machine_id'),
    ])
    .where('f.job_id', '=', jobId)
    .where('f.part', '=', 0)
}

/**
 * Returns the states of all frames, in order of number, as the first two letters of each, in one short text. This is
 * three times as fast as finding the runs by window functions.
 */
export async function readStateCodes(db: Db, jobId: RenderJobId): Promise<string> {
  const { rows } = await sql<{ stateCodes: string | null }>`
    select string_agg(left(state, 2), '' order by number) as "stateCodes"
    from render_frames where job_id = ${jobId} and part = 0`.execute(db)
  return rows[0]?.stateCodes ?? ''
}

/** Returns the numbers of the frames of a job that was not started: its test frames. */
export async function listTestNumbers(db: Db, jobId: RenderJobId): Promise<number[]> {
  const rows = await tablesOf(db)
    .selectFrom('render_frames')
    .select('number')
    .where('job_id', '=', jobId)
    .where('part', '=', 0)
    .orderBy('number')
    .execute()
  return rows.map(({ number }) => number)
}
