import type { FrameState } from '@gridloom/contract/rendering/frame'
import { frameMoveRefused, frameStatesBefore } from '@gridloom/domain/rendering/frame-states'
import { jobMoveRefused, jobStatesBefore } from '@gridloom/domain/rendering/job-states'
import { sql, type Updateable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { FrameRow, JobRow, RenderingTables } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<RenderingTables>()

/** A change of a job without its state. */
export type JobChange = Omit<Updateable<RenderingTables['render_jobs']>, 'state'>

/** A change of a frame without its state. */
export type FrameChange = Omit<Updateable<RenderingTables['render_frames']>, 'state'>

/**
 * Moves a job to another state and writes further columns; the only statement that writes the state of a job. It only
 * matches the states that the table allows, so no caller can bypass the table.
 * @throws Refused `state_conflict`, naming the job's current state
 */
export async function moveJob(
  { db }: Tx,
  { id }: Pick<JobRow, 'id'>,
  to: JobRow['state'],
  change: JobChange = {},
): Promise<JobRow> {
  const moved = await tablesOf(db)
    .updateTable('render_jobs')
    .set({ ...change, state: to })
    .where('id', '=', id)
    .where('state', '=', sql<JobRow['state']>`any(${jobStatesBefore(to)}::text[])`)
    .returningAll()
    .executeTakeFirst()
  if (moved !== undefined) return moved
  const { state } = await tablesOf(db)
    .selectFrom('render_jobs')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  throw jobMoveRefused(state, to)
}

/**
 * Moves one frame, or a part of one, to another state and writes further columns. Statements that move many frames at
 * once take their source states from the same table. @throws Refused `state_conflict`, naming the frame's current state
 */
export async function moveFrame(
  { db }: Tx,
  { job_id, number, part }: Pick<FrameRow, 'job_id' | 'number' | 'part'>,
  to: FrameState,
  change: FrameChange = {},
): Promise<void> {
  const { numUpdatedRows } = await tablesOf(db)
    .updateTable('render_frames')
    .set({ ...change, state: to })
    .where('job_id', '=', job_id)
    .where('number', '=', number)
    .where('part', '=', part)
    .where('state', '=', sql<FrameState>`any(${frameStatesBefore(to)}::text[])`)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const { state } = await tablesOf(db)
    .selectFrom('render_frames')
    .select('state')
    .where('job_id', '=', job_id)
    .where('number', '=', number)
    .where('part', '=', part)
    .executeTakeFirstOrThrow()
  throw frameMoveRefused(state, to)
}
