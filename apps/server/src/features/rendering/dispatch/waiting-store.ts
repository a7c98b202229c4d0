import type { AccountId, MachineId, RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'
import { failedChunksMax } from './claim-store.ts'

/** A running job, with the counts that show whether a machine can continue it. */
export interface OpenJob {
  id: RenderJobId
  account_id: AccountId
  state: 'testing' | 'rendering'
  reason: RenderJob['reason']
  settings: RenderSettings
  budget_micro_usd: number
  charged_micro_usd: number
  committed_micro_usd: number
  frame_micro_usd_max: number | null
  frames_total: number
  frames_done: number
  frames_failed: number
  reference_ms_sum: number
  reference_ms_count: number
  blend_paths: string[]
  blend_versions: string[]
  /** Whether a machine is rendering a chunk of it. */
  is_out: boolean
  has_pending: boolean
  /** Frames that no machine could check. */
  held: number
  /** Machines that keep failing at it. */
  shut_out: MachineId[]
}

const lookedAtOnce = 500

/** Returns open jobs that no machine renders, or that are marked as waiting. */
export async function listOpenJobs(db: Db): Promise<OpenJob[]> {
  const { rows } = await sql<OpenJob>`
    select j.*, s.blend_paths, s.blend_versions, out.is_out,
      exists (select 1 from render_frames f where f.job_id = j.id and f.state = 'pending') as has_pending,
      (select count(*)::int from render_frames f where f.job_id = j.id and f.state = 'held') as held,
      array(select c.machine_id from render_chunks c where c.job_id = j.id and c.state = 'failed'
        group by c.machine_id having count(*) >= ${failedChunksMax}) as shut_out
    from render_jobs j join render_scenes s on s.id = j.scene_id
      cross join lateral (select exists (select 1 from render_chunks c
        where c.job_id = j.id and c.state = 'leased') as is_out) out
    where j.state in ('testing', 'rendering') and (j.reason is not null or not out.is_out)
    order by j.id limit ${lookedAtOnce}`.execute(db)
  return rows
}

/** A machine that its provider renders with, and whether it could take a chunk now. */
export interface RenderingMachine {
  machine_id: MachineId
  capability: RenderCapability | null
  memory_mib: number
  micro_usd_per_reference_hour: number
  is_online: boolean
  is_rented: boolean
  is_admitted: boolean
  /** The jobs whose frames it was given. */
  job_ids: RenderJobId[]
}

const machinesAtOnce = 2_000

/** Returns the machines that are enabled for rendering and not refused, those that are free now first. */
export async function listRenderingMachines(db: Db): Promise<RenderingMachine[]> {
  const { rows } = await sql<RenderingMachine>`
    select * from (
      select r.machine_id, r.capability, r.micro_usd_per_reference_hour,
        coalesce((m.hardware->>'memory_mib')::int, 0) as memory_mib,
        m.status = 'online' as is_online, r.admission = 'admitted' as is_admitted,
        exists (select 1 from slots where slots.machine_id = m.id and instance_id is not null) as is_rented,
        array(select c.job_id from render_chunks c where c.machine_id = m.id and c.state = 'leased'
          and c.kind = 'frames') as job_ids
      from render_machines r join machines m on m.id = r.machine_id
      where r.enabled and r.capability is not null and r.admission <> 'refused' and m.removed_at is null
    ) machine
    order by is_online and is_admitted and not is_rented desc, machine_id
    limit ${machinesAtOnce}`.execute(db)
  return rows
}

/** Whether a pending frame exists at which at least one of these machines has not failed yet. */
export async function hasFrameFor(
  db: Db,
  jobId: RenderJobId,
  machines: readonly MachineId[],
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from render_frames where job_id = ${jobId} and state = 'pending'
      and not failed_machines @> ${[...machines]}::text[] order by number + 0, part limit 1`.execute(
    db,
  )
  return rows.length > 0
}
