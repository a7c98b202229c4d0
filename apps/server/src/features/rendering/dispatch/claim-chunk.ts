import { renderLeaseS } from '@gridloom/contract/core/constants'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { publishChunk } from '../frames/publish-job.ts'
import type { ChunkRow, JobRow, RenderMachineRow } from '../schema.ts'
import { chunkLimits } from './chunk-limits.ts'
import { framesSpec } from './chunk-spec.ts'
import {
  type AskingMachine,
  type CandidateJob,
  type ClaimedChunk,
  chunksPerMachine,
  listCandidates,
  lockAskingWithJob,
  lockOpen,
  type NewChunk,
  writeClaim,
} from './claim-store.ts'
import { affordable, type ClaimPlan, planClaim } from './plan-claim.ts'

/** If the first job does not fit the machine, further ones are read in pages of this size. */
const pageOfJobs = 100

/** A chunk that was given to a machine, with the fields that the dispatcher needs. */
export type AssignedChunk = Pick<
  ChunkRow,
  'id' | 'job_id' | 'kind' | 'machine_id' | 'lease_token' | 'frames' | 'spec'
>

/** Decides whether a machine may be given parts of a job's frames. */
export type MayTakeParts = (
  db: Db,
  match: {
    job: Pick<JobRow, 'account_id' | 'settings'>
    machine: Pick<RenderMachineRow, 'account_id' | 'trust' | 'vouched' | 'capability'>
  },
) => Promise<boolean>

export interface ClaimPorts {
  mayTakeParts: MayTakeParts
}

/**
 * Gives a machine the next frames that it can render, if any. It is one short transaction: frames are locked with `skip
 * locked`, so that concurrent claims do not wait for each other; only the job's money is contended, and is locked last.
 * If the caller never receives the result, the lease expires and the frames are pending again.
 */
export function claimChunk(
  ctx: Ctx,
  ports: ClaimPorts,
  machineId: MachineId,
): Promise<AssignedChunk | undefined> {
  return ctx.transact(async (tx) => {
    const asking = await lockAskingWithJob(tx, machineId)
    if (asking?.job == null || !mayRender(asking.machine)) return undefined
    const { machine, job } = asking
    return (
      (await claimOf(ctx, tx, { ports, machine, job })) ?? claimFurther(ctx, tx, { ports, machine })
    )
  })
}

async function claimFurther(
  ctx: Ctx,
  tx: Tx,
  { ports, machine }: Omit<Match, 'job'>,
): Promise<AssignedChunk | undefined> {
  const { machine_id: machineId, scenes } = machine
  for (let offset = 1; ; offset += pageOfJobs) {
    const page = await listCandidates(tx, { machineId, scenes, offset, limit: pageOfJobs })
    for (const job of page) {
      const given = await claimOf(ctx, tx, { ports, machine, job })
      if (given !== undefined) return given
    }
    if (page.length < pageOfJobs) return undefined
  }
}

/** Whether a machine has room for a chunk: renting takes precedence. */
export function hasRoom(machine: AskingMachine): boolean {
  const { enabled, online, rented, leased, capability } = machine
  return enabled && online && !rented && capability !== null && leased < chunksPerMachine
}

function mayRender(machine: AskingMachine): boolean {
  return hasRoom(machine) && machine.admission === 'admitted'
}

interface Match {
  ports: ClaimPorts
  machine: AskingMachine
  job: CandidateJob
}

async function claimOf(ctx: Ctx, tx: Tx, match: Match): Promise<AssignedChunk | undefined> {
  const { ports, machine, job } = match
  const plan = planClaim(machine, job)
  if (plan === undefined) return undefined
  if (job.settings.split.kind !== 'whole' && !(await ports.mayTakeParts(tx.db, match)))
    return undefined
  const chunk = newChunk(ctx, { ...match, plan })
  // Published first: the write locks the job, and other claims wait for every step that follows it.
  await publishChunk(tx, job, chunk.id)
  const claimed = await take(tx, { job, chunk, plan })
  return claimed === undefined ? undefined : { ...chunk, ...claimed }
}

interface Taking {
  job: CandidateJob
  chunk: NewChunk
  plan: ClaimPlan
}

/** Takes the parts; if other claims have used up money meanwhile, as many as the rest covers. */
async function take(tx: Tx, { job, chunk, plan }: Taking): Promise<ClaimedChunk | undefined> {
  const { parts, partMicroUsd } = plan
  const claimed = await writeClaim(tx, { chunk, parts, partMicroUsd })
  if (claimed === 'no_parts') return undefined
  if (claimed !== 'no_room') return claimed
  const fewer = Math.min(parts, affordable(await lockOpen(tx, job.id), partMicroUsd))
  if (fewer < 1) return undefined
  const rest = await writeClaim(tx, { chunk, parts: fewer, partMicroUsd })
  return typeof rest === 'string' ? undefined : rest
}

function newChunk(ctx: Ctx, { machine, job, plan }: Match & { plan: ClaimPlan }): NewChunk {
  const at = ctx.clock.now()
  const id = ctx.ids.mint('renderChunk')
  const leaseToken = ctx.ids.secret()
  const { settings, content_hash: scene } = job
  const { capability, memory_mib: memoryMib } = machine
  const limits = chunkLimits({ settings, expectedMs: plan.expectedMs, memoryMib })
  return {
    id,
    job_id: job.id,
    kind: 'frames',
    machine_id: machine.machine_id,
    lease_token: leaseToken,
    lease_until: leaseFrom(at),
    micro_usd_per_reference_hour: machine.micro_usd_per_reference_hour,
    machine_score: machine.score ?? 1,
    spec: framesSpec({ id, leaseToken, jobId: job.id, settings, scene, capability, limits }),
    at,
  }
}

/** Returns the end of a lease that is renewed now. */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + renderLeaseS * 1_000)
}
