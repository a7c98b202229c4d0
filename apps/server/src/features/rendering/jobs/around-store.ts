import type { MachineId, RenderJobId } from '@gridloom/contract/core/ids'
import type { MicroUsd, MicroUsdPerHour } from '@gridloom/contract/core/values'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'
import type { JobRow } from '../schema.ts'

/** The properties of its scene that a job is shown and estimated with. */
export interface JobScene {
  readonly fileName: string
  /** The version of Blender that saved the job's file; `null`: unknown. */
  readonly savedBy: string | null
}

/** Returns the scenes of jobs, in one query; also those that were removed. */
export async function readScenesAround(
  db: Db,
  jobs: readonly Pick<JobRow, 'id'>[],
): Promise<Map<RenderJobId, JobScene>> {
  if (jobs.length === 0) return new Map()
  const { rows } = await sql<JobScene & { id: RenderJobId }>`
    select j.id, s.file_name as "fileName", (
      select version #>> '{}' from jsonb_array_elements(s.blend_versions) with ordinality as v (version, at)
      where s.blend_paths ->> (at - 1)::integer = j.settings ->> 'blend_path') as "savedBy"
    from render_jobs j join render_scenes s on s.id = j.scene_id
    where j.id = any(${jobs.map(({ id }) => id)})`.execute(db)
  return new Map(rows.map(({ id, ...around }) => [id, around]))
}

/** A machine that is rendering for a job right now. */
export interface MachineAtWork {
  readonly machineId: MachineId
  readonly score: number
  /** Frames that it was given and has not delivered yet. */
  readonly frames: number
}

/** Returns the machines at work for each job, in one query. It reads only leased chunks, however large the jobs are. */
export async function readMachinesAtWork(
  db: Db,
  ids: readonly RenderJobId[],
): Promise<Map<RenderJobId, MachineAtWork[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<MachineAtWork & { id: RenderJobId }>`
    select c.job_id as id, c.machine_id as "machineId", max(c.machine_score) as score,
      coalesce(sum(given.frames), 0)::integer as frames
    from render_chunks c, lateral (
      select count(distinct f.number) as frames from render_frames f
      where f.chunk_id = c.id and f.state = 'rendering') given
    where c.job_id = any(${ids}) and c.state = 'leased' and c.kind = 'frames'
    group by c.job_id, c.machine_id`.execute(db)
  const byJob = new Map<RenderJobId, MachineAtWork[]>()
  for (const { id, ...machine } of rows) {
    const machines = byJob.get(id) ?? []
    machines.push(machine)
    byJob.set(id, machines)
  }
  return byJob
}

/** Frames of a job that no machine could check, and the price of accepting them. */
export interface HeldFrames {
  readonly frames: number
  readonly microUsd: MicroUsd
}

/** Returns the held frames of jobs, in one query that reads only these. */
export async function readHeldFrames(
  db: Db,
  ids: readonly RenderJobId[],
): Promise<Map<RenderJobId, HeldFrames>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<HeldFrames & { id: RenderJobId }>`
    select job_id as id, count(*)::integer as frames, sum(held_micro_usd)::bigint as "microUsd"
    from render_frames where job_id = any(${ids}) and state = 'held' group by job_id`.execute(db)
  return new Map(rows.map(({ id, ...held }) => [id, held]))
}

/** A machine that could render right now, if it fits a job's needs. */
export interface AbleMachine {
  readonly machineId: MachineId
  readonly capability: RenderCapability
  readonly memoryMib: number
  readonly microUsdPerReferenceHour: MicroUsdPerHour
  readonly score: number
}

/** Returns machines that are online, admitted, enabled for rendering and not rented out; the fastest 500. */
export async function listAbleMachines(db: Db): Promise<AbleMachine[]> {
  const { rows } = await sql<AbleMachine>`
    select r.machine_id as "machineId", r.capability, r.score,
      coalesce((m.hardware ->> 'memory_mib')::integer, 0) as "memoryMib",
      r.micro_usd_per_reference_hour as "microUsdPerReferenceHour"
    from render_machines r join machines m on m.id = r.machine_id
    where r.enabled and r.admission = 'admitted' and r.score is not null and r.capability is not null
      and m.status = 'online' and m.removed_at is null
      and not exists (select 1 from slots where slots.machine_id = r.machine_id and instance_id is not null)
    order by r.score desc, r.machine_id limit 500`.execute(db)
  return rows
}
