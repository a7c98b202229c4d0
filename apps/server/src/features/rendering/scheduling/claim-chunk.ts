import { renderLeaseS } from '@gridloom/contract/constants'
import type { MachineId } from '@gridloom/contract/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import type { ChunkRow } from '../schema.ts'
import { chunkLimits } from './chunk-limits.ts'
import { framesSpec } from './chunk-spec.ts'
import {
  type AskingMachine,
  type CandidateJob,
  listCandidates,
  lockAskingMachine,
  lockOpen,
  lockPending,
  type NewChunk,
  type PendingPiece,
  writeClaim,
} from './claim-store.ts'
import { affordable, type ClaimPlan, planClaim } from './plan-claim.ts'

/** A chunk at work and one that waits, so that the machine never stands still between them. */
export const chunksPerMachine = 2

/** The first jobs are the usual answer; further ones are looked at in larger pages. */
const firstPage = 4
const nextPage = 100

/** What was given to a machine, as far as the dispatcher needs it. */
export type GivenChunk = Pick<
  ChunkRow,
  'id' | 'job_id' | 'kind' | 'machine_id' | 'lease_token' | 'frames' | 'spec'
>

/**
 * Gives a machine the next frames that it can render, or nothing. One short transaction: frames are taken with `skip
 * locked`, so that claims side by side do not wait for each other; the job's money is what they meet at, last of all.
 * Should the caller never learn of the claim, its lease runs out and the frames are pending again.
 */
export function claimChunk(ctx: Ctx, machineId: MachineId): Promise<GivenChunk | undefined> {
  return ctx.transact(async (tx) => {
    const machine = await lockAskingMachine(tx, machineId)
    if (machine === undefined || !mayRender(machine)) return undefined
    let page: CandidateJob[]
    for (let offset = 0, limit = firstPage; ; offset += page.length, limit = nextPage) {
      page = await listCandidates(tx, { machineId, scenes: machine.scenes, offset, limit })
      for (const job of page) {
        const given = await claimOf(ctx, tx, { machine, job })
        if (given !== undefined) return given
      }
      if (page.length < limit) return undefined
    }
  })
}

/** Whether a machine is given anything at all: renting goes first. */
export function hasRoom(machine: AskingMachine): boolean {
  const { enabled, online, rented, leased, capability } = machine
  return enabled && online && !rented && capability !== null && leased < chunksPerMachine
}

function mayRender(machine: AskingMachine): boolean {
  return hasRoom(machine) && machine.admission === 'admitted'
}

interface Match {
  machine: AskingMachine
  job: CandidateJob
}

async function claimOf(ctx: Ctx, tx: Tx, match: Match): Promise<GivenChunk | undefined> {
  const { machine, job } = match
  const plan = planClaim(machine, job)
  if (plan === undefined) return undefined
  const found = await lockPending(tx, {
    jobId: job.id,
    machineId: machine.machine_id,
    limit: plan.pieces,
  })
  const chunk =
    found.length > 0 ? await keep(ctx, tx, { ...match, plan, pieces: found }) : undefined
  if (chunk === undefined) return undefined
  await tx.tell({
    topic: 'render_chunk',
    accountId: job.account_id,
    subject: `${job.id}:${chunk.id}`,
  })
  return chunk
}

interface Keeping extends Match {
  plan: ClaimPlan
  pieces: readonly PendingPiece[]
}

/** Writes the claim; where other claims have used the money up meanwhile, as much of it as the rest reaches for. */
async function keep(ctx: Ctx, tx: Tx, keeping: Keeping): Promise<NewChunk | undefined> {
  const { job, plan, pieces } = keeping
  const chunk = newChunk(ctx, keeping)
  if (await writeClaim(tx, { chunk, pieces })) return chunk
  const count = affordable(await lockOpen(tx, job.id), plan.pieceMicroUsd)
  const fewer = pieces.slice(0, count)
  if (fewer.length === 0) return undefined
  const smaller = newChunk(ctx, { ...keeping, pieces: fewer })
  return (await writeClaim(tx, { chunk: smaller, pieces: fewer })) ? smaller : undefined
}

function newChunk(ctx: Ctx, { machine, job, plan, pieces }: Keeping): NewChunk {
  const at = ctx.clock.now()
  const id = ctx.ids.mint('renderChunk')
  const leaseToken = ctx.ids.secret()
  const { settings } = job
  const { capability, memory_mib: memoryMib } = machine
  const limits = chunkLimits({ settings, expectedMs: plan.expectedMs, memoryMib })
  return {
    id,
    job_id: job.id,
    kind: 'frames',
    machine_id: machine.machine_id,
    lease_token: leaseToken,
    lease_until: leaseFrom(at),
    frames: [...new Set(pieces.map(({ number }) => number))],
    committed_micro_usd: plan.pieceMicroUsd * pieces.length,
    micro_usd_per_reference_hour: machine.micro_usd_per_reference_hour,
    machine_score: machine.score ?? 1,
    spec: framesSpec({
      id,
      leaseToken,
      settings,
      scene: job.content_hash,
      pieces,
      capability,
      limits,
    }),
    at,
  }
}

/** Until when a machine that was just heard keeps what it was given. */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + renderLeaseS * 1_000)
}
