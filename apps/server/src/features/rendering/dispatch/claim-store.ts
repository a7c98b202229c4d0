import type { AccountId, MachineId, RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'
import type { FrameStateBefore } from '@gridloom/domain/rendering/frame-states'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { ChunkRow, RenderMachineRow } from '../schema.ts'

/** A machine that asks for work, with the fields that the claim needs. */
export interface AskingMachine extends RenderMachineRow {
  online: boolean
  /** Memory of the machine in MiB; 0 if it never reported it. */
  memory_mib: number
  /** Whether a slot of the machine is rented. */
  rented: boolean
  /** Its chunks that have not ended yet. */
  leased: number
  /** Machines that could render right now, this one included; counted to 50. */
  able: number
}

/** A job that has frames to give out. */
export interface CandidateJob {
  id: RenderJobId
  account_id: AccountId
  state: 'testing' | 'rendering'
  settings: RenderSettings
  budget_micro_usd: number
  charged_micro_usd: number
  frame_micro_usd_max: number | null
  /** Micro-dollars of the budget that are neither charged nor committed. */
  open_micro_usd: number
  frames_total: number
  frames_done: number
  frames_failed: number
  reference_ms_sum: number
  reference_ms_count: number
  content_hash: string
  blend_paths: string[]
  blend_versions: string[]
  /** Parts that this machine may be given; counted to {@link pendingCounted}. */
  pending: number
}

/** One chunk being rendered and one waiting, so that a machine never idles between them. */
export const chunksPerMachine = 2
export const pendingCounted = 200
/** After this many chunks that failed as a whole, a machine gets no more of the same job. */
export const failedChunksMax = 3

/** A machine, with a lock that blocks a second claim of it until the transaction ends. */
const askingMachine = (machineId: MachineId) => sql`
  select r.*, pg_try_advisory_xact_lock(hashtextextended(r.machine_id, 60)) as mine,
    -- If the database loses a claim, its frames are pending as before, and the machine is told to stop at its
    -- first report: so no claim waits for the disk.
    set_config('synchronous_commit', 'off', true),
    m.status = 'online' and m.removed_at is null as online,
    coalesce((m.hardware->>'memory_mib')::int, 0) as memory_mib,
    exists (select 1 from slots where slots.machine_id = r.machine_id and instance_id is not null) as rented,
    (select count(*)::int from render_chunks c where c.machine_id = r.machine_id and c.state = 'leased') as leased,
    (select count(*)::int from (select 1 from render_machines o join machines on machines.id = o.machine_id
      where o.enabled and o.admission = 'admitted' and machines.status = 'online' limit 50) others) as able
  from render_machines r join machines m on m.id = r.machine_id
  where r.machine_id = ${machineId}`

/**
 * Jobs by priority; then those whose scene the machine has; then the oldest. Jobs at which it keeps failing are left
 * out.
 */
const candidates = (machineId: RawBuilder<unknown>, scenes: RawBuilder<unknown>) => sql`
  select j.*, p.pending from (
    select j.id, j.account_id, j.state, j.settings, j.budget_micro_usd, j.charged_micro_usd,
      j.frame_micro_usd_max, j.budget_micro_usd - j.charged_micro_usd - j.committed_micro_usd as open_micro_usd,
      j.frames_total, j.frames_done, j.frames_failed, j.reference_ms_sum, j.reference_ms_count,
      s.content_hash, s.blend_paths, s.blend_versions
    from render_jobs j join render_scenes s on s.id = j.scene_id
    where j.state in ('testing', 'rendering')
      and (j.settings->'needs'->'machine_ids' = '[]' or j.settings->'needs'->'machine_ids' ? ${machineId})
      and (select count(*) from render_chunks c where c.job_id = j.id and c.machine_id = ${machineId}
        and c.state = 'failed') < ${sql.lit(failedChunksMax)}
    order by j.priority desc, s.content_hash = any(${scenes}) desc, j.started_at, j.id
  ) j cross join lateral (
    select count(*)::int as pending from (
      select 1 from render_frames f where f.job_id = j.id and f.state = 'pending'
        and ${machineId} <> all(f.failed_machines)
      order by f.number + 0, f.part limit ${sql.lit(pendingCounted)}) counted
  ) p where p.pending > 0`

/** Returns the machine alone, locked for one claim; `undefined` while another claim of it is under way. */
export async function lockAskingMachine(
  { db }: Tx,
  machineId: MachineId,
): Promise<AskingMachine | undefined> {
  const { rows } = await sql<
    AskingMachine & { mine: boolean }
  >`${askingMachine(machineId)}`.execute(db)
  const [row] = rows
  return row?.mine === true ? row : undefined
}

/** Returns the machine as {@link lockAskingMachine} does, with the first job for it. */
export async function lockAskingWithJob(
  { db }: Tx,
  machineId: MachineId,
): Promise<{ machine: AskingMachine; job: CandidateJob | null } | undefined> {
  const { rows } = await sql<AskingMachine & { mine: boolean; job: CandidateJob | null }>`
    with machine as materialized (${askingMachine(machineId)})
    select machine.*, (select to_jsonb(first) from (${candidates(sql`machine.machine_id`, sql`machine.scenes`)} limit 1)
      first) as job
    from machine`.execute(db)
  const [row] = rows
  return row?.mine === true ? { machine: row, job: row.job } : undefined
}

interface Asking {
  machineId: MachineId
  scenes: readonly string[]
  offset: number
  limit: number
}

/** Returns further jobs, if the first one did not fit. */
export async function listCandidates(
  { db }: Tx,
  { machineId, scenes, offset, limit }: Asking,
): Promise<CandidateJob[]> {
  const of = candidates(sql`${machineId}::text`, sql`${scenes}::text[]`)
  const { rows } = await sql<CandidateJob>`${of} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Locks a job; returns the micro-dollars of its budget that are neither charged nor committed. */
export async function lockOpen({ db }: Tx, jobId: RenderJobId): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select budget_micro_usd - charged_micro_usd - committed_micro_usd as open from render_jobs
    where id = ${jobId} and state in ('testing', 'rendering') for no key update`.execute(db)
  return rows[0]?.open ?? -1
}

/** A chunk before its parts are known. */
export type NewChunk = Pick<
  ChunkRow,
  | 'id'
  | 'job_id'
  | 'kind'
  | 'machine_id'
  | 'lease_token'
  | 'lease_until'
  | 'micro_usd_per_reference_hour'
  | 'machine_score'
  | 'spec'
> & { at: Date }

export interface ChunkClaim {
  chunk: NewChunk
  /** The most parts to take. */
  parts: number
  partMicroUsd: number
}

const claimable = 'pending' as const satisfies FrameStateBefore<'rendering'>

/** The frames and the spec that a claim took. */
export type ClaimedChunk = Pick<ChunkRow, 'frames' | 'spec'>

/**
 * Takes the next parts of a job for a machine, in one statement; those that another claim has locked, or at which the
 * machine failed, are passed over. Parts are locked first and then the job, so that concurrent claims contend for the
 * job alone, only as long as the commit takes. `no_room`: the budget does not cover all parts, or the machine has its
 * most chunks, and nothing was written.
 */
export async function writeClaim(
  { db }: Tx,
  { chunk, parts, partMicroUsd }: ChunkClaim,
): Promise<ClaimedChunk | 'no_parts' | 'no_room'> {
  const { rows } = await sql<{ found: number; frames: number[] | null; spec: ChunkRow['spec'] }>`
    with found as materialized (
      select number, part, extent from render_frames
      where job_id = ${chunk.job_id} and state = ${claimable} and ${chunk.machine_id} <> all(failed_machines)
      order by number + 0, part limit ${parts} for update skip locked
    ), cost as materialized (
      select count(*) as parts, count(*) * ${partMicroUsd}::bigint as micro_usd from found
    ), job as (
      update render_jobs set committed_micro_usd = committed_micro_usd + cost.micro_usd from cost
      where id = ${chunk.job_id} and state in ('testing', 'rendering') and cost.parts > 0
        and budget_micro_usd - charged_micro_usd - committed_micro_usd >= cost.micro_usd
        -- Counted again: the machine as it was read may be from before another claim of it ended.
        and (select count(*) from render_chunks c where c.machine_id = ${chunk.machine_id} and c.state = 'leased')
          < ${chunksPerMachine}
      returning id, cost.micro_usd
    ), taken as (
      update render_frames f set state = 'rendering', chunk_id = ${chunk.id}, changed_at = ${chunk.at}
      from job, found where f.job_id = job.id and f.number = found.number and f.part = found.part
    ), made as (
      insert into render_chunks (id, job_id, kind, machine_id, lease_token, lease_until, state, frames, spec,
        committed_micro_usd, micro_usd_per_reference_hour, machine_score, started_at, moved_at)
      select ${chunk.id}, job.id, 'frames', ${chunk.machine_id}, ${chunk.lease_token},
        ${chunk.lease_until}::timestamptz, 'leased',
        (select array_agg(distinct number order by number) from found),
        jsonb_set(${JSON.stringify(chunk.spec)}::jsonb, '{work,pieces}', (
          select jsonb_agg(jsonb_build_object(
            'key', case part when 0 then number::text else number || '.' || part end, 'frame', number,
            'region', coalesce(extent->'region', 'null'), 'sample_range', coalesce(extent->'sample_range', 'null')
          ) order by number, part) from found)),
        job.micro_usd, ${chunk.micro_usd_per_reference_hour}::bigint, ${chunk.machine_score}::double precision,
        ${chunk.at}::timestamptz, ${chunk.at}::timestamptz
      from job returning frames, spec
    )
    select cost.parts::int as found, made.frames, made.spec from cost left join made on true`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined || row.found === 0) return 'no_parts'
  return row.frames === null ? 'no_room' : { frames: row.frames, spec: row.spec }
}

/** A chunk beside the frames of jobs. */
export type NewOrder = NewChunk & Pick<ChunkRow, 'frames' | 'canary_of'>

/** Inserts such a chunk under an id that was assigned before. */
export async function insertOrder({ db }: Tx, chunk: NewOrder): Promise<void> {
  await sql`
    insert into render_chunks (id, job_id, kind, machine_id, lease_token, lease_until, state, frames, spec, canary_of,
      micro_usd_per_reference_hour, machine_score, started_at, moved_at)
    values (${chunk.id}, ${chunk.job_id}, ${chunk.kind}, ${chunk.machine_id}, ${chunk.lease_token},
      ${chunk.lease_until}, 'leased', ${chunk.frames}::int[], ${JSON.stringify(chunk.spec)}::jsonb,
      ${chunk.canary_of},
      ${chunk.micro_usd_per_reference_hour}, ${chunk.machine_score}, ${chunk.at}, ${chunk.at})`.execute(
    db,
  )
}
