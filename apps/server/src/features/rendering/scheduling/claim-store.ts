import type { AccountId, MachineId, RenderJobId, RenderSceneId } from '@gridloom/contract/ids'
import type { RenderSettings } from '@gridloom/contract/rendering'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { ChunkRow, FrameRow, RenderMachineRow } from '../schema.ts'

/** A machine that asks for work, as the claim sees it. */
export interface AskingMachine extends RenderMachineRow {
  online: boolean
  /** Memory of the machine; 0 where it never said. */
  memory_mib: number
  /** Whether a slot of it is rented. */
  rented: boolean
  /** Chunks that it has not ended yet. */
  leased: number
  /** Machines that could render just now, this one included; counted to 200. */
  able: number
}

/**
 * The machine, with a lock that keeps a second claim of it away until the transaction ends; nothing while another
 * holds it. What follows is committed without waiting for the disk: were the database to forget the claim, its frames
 * are pending as before, and the machine is told to stop at its first report.
 */
export async function lockAskingMachine(
  { db }: Tx,
  machineId: MachineId,
): Promise<AskingMachine | undefined> {
  const { rows } = await sql<AskingMachine & { mine: boolean }>`
    select r.*, pg_try_advisory_xact_lock(hashtextextended(r.machine_id, 60)) as mine,
      set_config('synchronous_commit', 'off', true),
      m.status = 'online' and m.removed_at is null as online,
      coalesce((m.hardware->>'memory_mib')::int, 0) as memory_mib,
      exists (select 1 from slots where slots.machine_id = r.machine_id and instance_id is not null) as rented,
      (select count(*)::int from render_chunks c where c.machine_id = r.machine_id and c.state = 'leased') as leased,
      (select count(*)::int from (select 1 from render_machines o join machines on machines.id = o.machine_id
        where o.enabled and o.admission = 'admitted' and machines.status = 'online' limit 200) others) as able
    from render_machines r join machines m on m.id = r.machine_id
    where r.machine_id = ${machineId}`.execute(db)
  const [row] = rows
  return row?.mine === true ? row : undefined
}

/** A job that has frames to give out and money for them. */
export interface CandidateJob {
  id: RenderJobId
  account_id: AccountId
  state: 'testing' | 'rendering'
  settings: RenderSettings
  budget_micro_usd: number
  charged_micro_usd: number
  /** What the budget leaves beside what is charged and committed. */
  open_micro_usd: number
  frames_total: number
  frames_done: number
  frames_failed: number
  reference_ms_sum: number
  reference_ms_count: number
  content_hash: string
  scene_id: RenderSceneId
  blend_paths: string[]
  blend_versions: string[]
  /** Pieces that this machine may be given; counted to {@link pendingCounted}. */
  pending: number
}

interface Asking {
  machineId: MachineId
  scenes: readonly string[]
  offset: number
  limit: number
}

export const pendingCounted = 500
/** After so many chunks that failed as a whole, a machine is given no more of the same job. */
export const failedChunksMax = 3

/** By priority; then those whose scene the machine holds; then the oldest. Jobs it keeps failing at are left out. */
export async function listCandidates(
  { db }: Tx,
  { machineId, scenes, offset, limit }: Asking,
): Promise<CandidateJob[]> {
  const { rows } = await sql<CandidateJob>`
    select j.id, j.account_id, j.state, j.settings, j.budget_micro_usd, j.charged_micro_usd,
      j.budget_micro_usd - j.charged_micro_usd - j.committed_micro_usd as open_micro_usd,
      j.frames_total, j.frames_done, j.frames_failed, j.reference_ms_sum, j.reference_ms_count,
      s.id as scene_id, s.content_hash, s.blend_paths, s.blend_versions,
      p.pending
    from render_jobs j join render_scenes s on s.id = j.scene_id
      cross join lateral (select count(*)::int as pending from (
        select 1 from render_frames f where f.job_id = j.id and f.state = 'pending'
          and ${machineId} <> all(f.failed_machines) limit ${pendingCounted}) counted) p
    where j.state in ('testing', 'rendering') and p.pending > 0
      and (j.settings->'needs'->'machine_ids' = '[]' or j.settings->'needs'->'machine_ids' ? ${machineId})
      and (select count(*) from render_chunks c where c.job_id = j.id and c.machine_id = ${machineId}
        and c.state = 'failed') < ${failedChunksMax}
    order by j.priority desc, s.content_hash = any(${scenes}::text[]) desc, j.started_at, j.id
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** A piece that may be given out. */
export type PendingPiece = Pick<FrameRow, 'number' | 'part' | 'piece'>

/** The next pieces of a job, locked; those that another claim holds, or this machine failed at, are passed over. */
export async function lockPending(
  { db }: Tx,
  { jobId, machineId, limit }: { jobId: RenderJobId; machineId: MachineId; limit: number },
): Promise<PendingPiece[]> {
  const { rows } = await sql<PendingPiece>`
    select number, part, piece from render_frames
    where job_id = ${jobId} and state = 'pending' and ${machineId} <> all(failed_machines)
    order by number, part limit ${limit} for update skip locked`.execute(db)
  return rows
}

/** What the budget of a job leaves, under its lock. */
export async function lockOpen({ db }: Tx, jobId: RenderJobId): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select budget_micro_usd - charged_micro_usd - committed_micro_usd as open from render_jobs
    where id = ${jobId} and state in ('testing', 'rendering') for no key update`.execute(db)
  return rows[0]?.open ?? -1
}

export type NewChunk = Pick<
  ChunkRow,
  | 'id'
  | 'job_id'
  | 'kind'
  | 'machine_id'
  | 'lease_token'
  | 'lease_until'
  | 'frames'
  | 'committed_micro_usd'
  | 'micro_usd_per_reference_hour'
  | 'machine_score'
  | 'spec'
> & { at: Date }

/**
 * Writes a claim in one statement: the money it is expected to cost, the chunk, and its frames. Nothing is written
 * (`false`) where the job has stopped meanwhile or the money does not reach.
 */
export async function writeClaim(
  { db }: Tx,
  { chunk, pieces }: { chunk: NewChunk; pieces: readonly PendingPiece[] },
): Promise<boolean> {
  const numbers = pieces.map(({ number }) => number)
  const parts = pieces.map(({ part }) => part)
  const { rows } = await sql`
    with job as (
      update render_jobs set committed_micro_usd = committed_micro_usd + ${chunk.committed_micro_usd}
      where id = ${chunk.job_id} and state in ('testing', 'rendering')
        and budget_micro_usd - charged_micro_usd - committed_micro_usd >= ${chunk.committed_micro_usd}
      returning id
    ), taken as (
      update render_frames f set state = 'rendering', chunk_id = ${chunk.id}, changed_at = ${chunk.at}
      from job, unnest(${numbers}::int[], ${parts}::int[]) as piece (number, part)
      where f.job_id = job.id and f.number = piece.number and f.part = piece.part
    )
    insert into render_chunks (id, job_id, kind, machine_id, lease_token, lease_until, state, frames, spec,
      committed_micro_usd, micro_usd_per_reference_hour, machine_score, started_at, moved_at)
    select ${chunk.id}, job.id, 'frames', ${chunk.machine_id}, ${chunk.lease_token}, ${chunk.lease_until}::timestamptz,
      'leased', ${chunk.frames}::int[], ${JSON.stringify(chunk.spec)}::jsonb, ${chunk.committed_micro_usd}::bigint,
      ${chunk.micro_usd_per_reference_hour}::bigint, ${chunk.machine_score}::double precision,
      ${chunk.at}::timestamptz, ${chunk.at}::timestamptz
    from job returning id`.execute(db)
  return rows.length > 0
}

/** A chunk beside the frames of jobs, under an id that was given out already. */
export async function insertOrder({ db }: Tx, chunk: NewChunk): Promise<void> {
  await sql`
    insert into render_chunks (id, job_id, kind, machine_id, lease_token, lease_until, state, frames, spec,
      micro_usd_per_reference_hour, machine_score, started_at, moved_at)
    values (${chunk.id}, ${chunk.job_id}, ${chunk.kind}, ${chunk.machine_id}, ${chunk.lease_token},
      ${chunk.lease_until}, 'leased', ${chunk.frames}::int[], ${JSON.stringify(chunk.spec)}::jsonb,
      ${chunk.micro_usd_per_reference_hour}, ${chunk.machine_score}, ${chunk.at}, ${chunk.at})`.execute(
    db,
  )
}
