import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import type { RenderProblem, RenderProblemCode } from '@gridloom/contract/rendering/frame'
import type { RenderingCtx } from '../ctx.ts'
import { fileKeys } from '../file-keys.ts'
import type { ChunkRow } from '../schema.ts'
import { readLog, sendTaken } from './agent-calls.ts'
import { hasFramesOut, markLog } from './chunks-store.ts'
import { closeChunk } from './close-chunk.ts'
import { machineProblem } from './machine-problem.ts'
import type { PicturePorts } from './settle-part.ts'

/** Ends of a chunk that are not the machine's fault: its frames do not count as failed. */
const blameless: ReadonlySet<RenderProblemCode> = new Set([
  'machine_left',
  'rented_out',
  'scene_missing',
])

/** A chunk that its machine reports as ended, with every part of the report settled. */
export interface EndedChunk {
  chunk: ChunkRow
  report: ChunkReport
  /** The settled parts, with their results. */
  settled: ReadonlyMap<string, 'good' | 'bad'>
  /** The problem of the last part that failed. */
  lastProblem: RenderProblem | null
}

/** Closes a chunk that ended by itself: stores its log and requeues the frames without a picture. */
export async function endChunk(
  ctx: RenderingCtx,
  ports: PicturePorts,
  ended: EndedChunk,
): Promise<void> {
  const { chunk, report, settled } = ended
  await keepLog(ctx, chunk)
  const hasPicture = [...settled.values()].includes('good')
  if (chunk.kind === 'canary' && !hasPicture)
    await ports.receiveCanary(ctx, {
      ...{ chunk, report, key: null },
      doneAtMs: ctx.clock.now().getTime(),
    })
  await closeChunk(ctx, { chunk, ...(await verdictOfAll(ctx, ended)) })
  const keys = [...settled.keys()]
  await sendTaken(ctx, { machineId: chunk.machine_id, chunkId: chunk.id }, keys)
}

/** Returns the verdict. Parts that were settled before this process started are known from the frame rows alone. */
async function verdictOfAll({ db }: Pick<RenderingCtx, 'db'>, ended: EndedChunk) {
  const verdict = verdictOf(ended)
  const { id, kind } = ended.chunk
  const mayBeWhole = verdict.state === 'stopped' && verdict.problem === null && kind === 'frames'
  if (!mayBeWhole || (await hasFramesOut(db, id))) return verdict
  return { ...verdict, state: 'done' } as const
}

/** Returns how a chunk ended, and whether its machine failed at the rest of it. */
export function verdictOf({ chunk, report, settled, lastProblem }: EndedChunk): {
  state: 'done' | 'failed' | 'stopped'
  problem: RenderProblem | null
  failedBy: 'machine' | 'nobody'
} {
  const problem = report.problem === null ? null : machineProblem(report.problem)
  if (problem !== null && blameless.has(problem.code))
    return { state: 'stopped', problem, failedBy: 'nobody' }
  if (problem !== null) return { state: 'failed', problem, failedBy: 'machine' }
  const outcomes = [...settled.values()]
  if (outcomes.length > 0 && !outcomes.includes('good'))
    return { state: 'failed', problem: lastProblem, failedBy: 'nobody' }
  const isWhole = outcomes.length >= partCountOf(chunk)
  // The problem of a failed frame is shown at the chunk; frames without a picture do not inherit it.
  if (isWhole) return { state: 'done', problem: lastProblem, failedBy: 'nobody' }
  return { state: 'stopped', problem: null, failedBy: 'nobody' }
}

/** Stores the log of a chunk. A log that cannot be downloaded must not keep the chunk open. */
async function keepLog(ctx: RenderingCtx, chunk: ChunkRow): Promise<void> {
  const { id, job_id } = chunk
  if (job_id === null) return
  const key = fileKeys.log(job_id, id)
  const from = { machineId: chunk.machine_id, chunkId: id }
  try {
    await ctx.files.put(key, readLog(ctx, from), ctx.signal)
    await ctx.transact((tx) => markLog(tx, id))
  } catch (error) {
    // @NOTE the chunk must end all the same: its frames are worth more than its log.
    ctx.log.info(
      { event: 'chunk.log_lost', err: error, chunk: id },
      'the log of a chunk was not to be had',
    )
  }
}

function partCountOf({ spec }: ChunkRow): number {
  return spec.work.kind === 'render' ? spec.work.pieces.length : 1
}
