import type { Db } from '../../../platform/database/connect.ts'
import type { RenderingTables } from '../schema.ts'

/** Counts the frames of all jobs that were finished and accepted since a time. */
export async function countDoneFrames(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .withTables<RenderingTables>()
    .selectFrom('render_frames')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('state', '=', 'done')
    .where('part', '=', 0)
    .where('changed_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}
