import { renderFailuresMax } from '@gridloom/contract/core/constants'
import type { MachineId, RenderChunkId, RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { FrameStateBefore } from '@gridloom/domain/rendering/frame-states'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { FrameRow } from '../schema.ts'

/** A frame, or a part of one. */
export type PartName = Pick<FrameRow, 'number' | 'part'>

/** A state from which a frame can be requeued or given up. */
export type ReturnableState = FrameStateBefore<'pending' | 'failed'>

const fallsWithItsPart = ['assembling', 'pending'] as const satisfies FrameStateBefore<'failed'>[]

export interface ReturnedParts {
  chunkId: RenderChunkId
  /** The parts to return; defaults to all that the chunk still has. */
  parts?: readonly PartName[]
  /** The states in which they must be. */
  from: readonly ReturnableState[]
  /** The machine that failed at them; absent if none did. */
  failedBy?: MachineId
  problem: RenderProblem | null
  at: Date
}

/**
 * Takes parts from a chunk: they are pending again, or failed if a third machine failed at them. A machine counts once
 * per frame, however often it fails.
 */
export async function returnParts(
  { db }: Tx,
  returned: ReturnedParts,
): Promise<(PartName & { state: FrameRow['state'] })[]> {
  const { chunkId, parts, from, failedBy = null, problem, at } = returned
  const numbers = parts?.map(({ number }) => number) ?? []
  const partNumbers = parts?.map(({ part }) => part) ?? []
  const { rows } = await sql<PartName & { state: FrameRow['state'] }>`
    with taken as (
      select job_id, number, part, case
        when ${failedBy}::text is null or ${failedBy}::text = any(failed_machines) then failed_machines
        else array_append(failed_machines, ${failedBy}::text) end as failed_by
      from render_frames
      where chunk_id = ${chunkId} and state = any(${from}::text[])
        and (${parts === undefined} or (number, part) in (
          select * from unnest(${numbers}::int[], ${partNumbers}::int[])))
      for update
    )
    update render_frames f set
      chunk_id = null,
      held_micro_usd = 0,
      changed_at = ${at},
      failed_machines = taken.failed_by,
      problem = coalesce(${problem === null ? null : JSON.stringify(problem)}::jsonb, f.problem),
      state = case when ${failedBy}::text is not null and cardinality(taken.failed_by) >= ${renderFailuresMax}
        then 'failed' else 'pending' end
    from taken
    where f.job_id = taken.job_id and f.number = taken.number and f.part = taken.part
    returning f.number, f.part, f.state`.execute(db)
  return rows
}

/**
 * Gives up whole frames of which a part was given up: their waiting parts are not rendered any more. Returns the frames
 * that were not given up before.
 */
export async function failWholes(
  { db }: Tx,
  given: {
    jobId: RenderJobId
    numbers: readonly number[]
    problem: RenderProblem | null
    at: Date
  },
): Promise<number[]> {
  const { jobId, numbers, problem, at } = given
  const { rows } = await sql<{ number: number; part: number }>`
    update render_frames set state = 'failed', changed_at = ${at}, chunk_id = null,
      problem = coalesce(${problem === null ? null : JSON.stringify(problem)}::jsonb, problem)
    where job_id = ${jobId} and number = any(${[...numbers]}::int[]) and state = any(${[...fallsWithItsPart]}::text[])
    returning number, part`.execute(db)
  return rows.filter(({ part }) => part === 0).map(({ number }) => number)
}

/** Returns a chunk's parts that are not settled (being rendered, compared or held), and the cost committed for each. */
export async function readOpen(
  { db }: Tx,
  id: RenderChunkId,
): Promise<{ parts: number; perPart: number }> {
  const { rows } = await sql<{ parts: number; perPart: number }>`
    select open.parts, ceil(committed_micro_usd / greatest(1, open.parts)::numeric)::bigint as "perPart"
    from render_chunks, lateral (
      select count(*)::int as parts from render_frames
      where chunk_id = ${id} and state in ('rendering', 'checking', 'held')) open
    where id = ${id}`.execute(db)
  return rows[0] ?? { parts: 0, perPart: 0 }
}
