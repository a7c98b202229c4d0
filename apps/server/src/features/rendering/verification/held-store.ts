import type { MachineId, RenderJobId } from '@gridloom/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'
import type { PieceOf } from './pieces-store.ts'

/** Pictures of one machine in one job whose pay is held: what one looks like for a checker, all do. */
export interface HeldGroup {
  job_id: RenderJobId
  machine_id: MachineId
  /** Some of them, oldest first. */
  numbers: number[]
}

/** Held pictures of jobs under way, the longest waiting groups first. */
export async function listHeld(
  db: Db,
  { groups, perGroup }: { groups: number; perGroup: number },
): Promise<HeldGroup[]> {
  const { rows } = await sql<HeldGroup>`
    select f.job_id, f.machine_id,
      (array_agg(f.number order by f.changed_at, f.number))[1:${sql.lit(perGroup)}] as numbers
    from render_frames f where f.state = 'held' and f.part = 0
    group by f.job_id, f.machine_id order by min(f.changed_at) limit ${groups}`.execute(db)
  return rows
}

/** Pictures that have been held since before a moment. */
export async function listHeldSince(db: Db, before: Date, limit: number): Promise<PieceOf[]> {
  const { rows } = await sql<PieceOf>`
    select job_id, number, part from render_frames
    where state = 'held' and changed_at < ${before} order by changed_at limit ${limit}`.execute(db)
  return rows
}
