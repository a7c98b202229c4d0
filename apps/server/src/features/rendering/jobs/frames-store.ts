import type { RenderJobId } from '@gridloom/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { FrameRow, RenderingTables } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<RenderingTables>()

/** One frame as a whole (part 0). */
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

/** The first frames that were given up, by number. */
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

/** Frames of a job, written in one statement; those that are there already stay as they are. */
export async function insertFrames(
  { db }: Tx,
  { jobId, numbers, pieces, at }: NewFrames,
): Promise<void> {
  const whole = pieces.length === 0
  await sql`insert into render_frames (job_id, number, part, state, changed_at)
    select ${jobId}, number, 0, ${whole ? 'pending' : 'assembling'}, ${at}
    from unnest(${[...numbers]}::integer[]) as number
    on conflict do nothing`.execute(db)
  if (whole) return
  // Parts of a frame that is done already (the test frame) are not rendered again.
  await sql`insert into render_frames (job_id, number, part, state, piece, changed_at)
    select ${jobId}, frame.number, piece.part::integer, 'pending', piece.value, ${at}
    from render_frames frame,
      jsonb_array_elements(${JSON.stringify(pieces)}::jsonb) with ordinality as piece (value, part)
    where frame.job_id = ${jobId} and frame.part = 0 and frame.state = 'assembling'
    on conflict do nothing`.execute(db)
}

export interface NewFrames {
  readonly jobId: RenderJobId
  readonly numbers: readonly number[]
  /** The parts that each frame is made of; none: it is rendered whole. */
  readonly pieces: readonly unknown[]
  readonly at: Date
}
