import type { MachineId, RenderJobId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'
import { gaveUp } from './checks-store.ts'
import type { FramePart } from './frame-parts-store.ts'

/** Held pictures of one machine in one job: a machine that can check one of them can check all. */
export interface HeldGroup {
  job_id: RenderJobId
  machine_id: MachineId
  /** Machines that failed at a check of them, or left it twice. */
  machines_not: MachineId[]
  /** Some of their numbers: those at which fewer machines failed first, then the oldest. */
  numbers: number[]
}

export type HeldCursor = Pick<HeldGroup, 'job_id' | 'machine_id'>

/** The cursor of this process's sweep over held pictures; `null`: the next one starts from the beginning. */
export interface HeldSweep {
  after: HeldCursor | null
}

/** Returns held pictures of a limited number of machines and jobs, after a cursor; `null`: from the beginning. */
export async function listHeld(
  db: Db,
  { after, groups, perGroup }: { after: HeldCursor | null; groups: number; perGroup: number },
): Promise<HeldGroup[]> {
  const { rows } = await sql<HeldGroup>`
    with looked_at as (
      select f.job_id, f.machine_id from render_frames f
      where f.state = 'held'
        and (f.job_id, f.machine_id) > (${after?.job_id ?? ''}, ${after?.machine_id ?? ''})
      group by f.job_id, f.machine_id order by f.job_id, f.machine_id limit ${groups}
    ), failed as (
      select job_id, number, array_agg(machine_id order by machine_id) as machines from (
        select c.job_id, number, c.machine_id from render_chunks c cross join unnest(c.frames) number
        where c.job_id in (select job_id from looked_at) and c.kind = 'check'
        group by c.job_id, number, c.machine_id having ${gaveUp}) each
      group by job_id, number
    ), ranked as (
      select f.job_id, f.machine_id, f.number, coalesce(failed.machines, '{}') as machines_not, row_number() over (
        partition by f.job_id, f.machine_id
        order by coalesce(cardinality(failed.machines), 0), f.changed_at, f.number) as place
      from looked_at join render_frames f using (job_id, machine_id)
        left join failed on failed.job_id = f.job_id and failed.number = f.number
      where f.state = 'held'
    )
    select job_id, machine_id, machines_not, array_agg(number order by place) as numbers
    from ranked where place <= ${perGroup}
    group by job_id, machine_id, machines_not order by job_id, machine_id, machines_not`.execute(db)
  return rows
}

/** Returns pictures that have been held since before a time. */
export async function listHeldSince(db: Db, before: Date, limit: number): Promise<FramePart[]> {
  const { rows } = await sql<FramePart>`
    select job_id, number, part from render_frames
    where state = 'held' and changed_at < ${before} order by changed_at limit ${limit}`.execute(db)
  return rows
}
