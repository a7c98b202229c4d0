import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { Db } from '../../../platform/database/connect.ts'
import type { FrameRow, RenderingTables } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<RenderingTables>()

/** A frame whose picture is complete. */
export interface DoneFrame {
  number: number
  sha256: string
  bytes: number
}

/** Returns the done frames, in order of their number. */
export async function listDone(db: Db, jobId: RenderJobId): Promise<DoneFrame[]> {
  const rows = await tablesOf(db)
    .selectFrom('render_frames')
    .select(['number', 'sha256', 'bytes'])
    .where('job_id', '=', jobId)
    .where('part', '=', 0)
    .where('state', '=', 'done')
    .orderBy('number')
    .execute()
  return rows.flatMap(({ number, sha256, bytes }) =>
    sha256 === null || bytes === null ? [] : [{ number, sha256, bytes }],
  )
}

/** Returns the numbers of the frames that are not done, in order. */
export async function listMissing(db: Db, jobId: RenderJobId): Promise<number[]> {
  const rows = await tablesOf(db)
    .selectFrom('render_frames')
    .select('number')
    .where('job_id', '=', jobId)
    .where('part', '=', 0)
    .where('state', '<>', 'done')
    .orderBy('number')
    .execute()
  return rows.map(({ number }) => number)
}

export function findWhole(
  db: Db,
  jobId: RenderJobId,
  number: number,
): Promise<Pick<FrameRow, 'state' | 'sha256' | 'bytes'> | undefined> {
  return tablesOf(db)
    .selectFrom('render_frames')
    .select(['state', 'sha256', 'bytes'])
    .where('job_id', '=', jobId)
    .where('number', '=', number)
    .where('part', '=', 0)
    .executeTakeFirst()
}
