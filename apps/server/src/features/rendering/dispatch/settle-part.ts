import type { ChunkPart, ChunkPartReport, ChunkReport } from '@gridloom/contract/agent/rendering'
import { Refused } from '@gridloom/contract/errors'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { RenderingCtx } from '../ctx.ts'
import { fileKeys } from '../file-keys.ts'
import type { ChunkRow } from '../schema.ts'
import { downloadFile, sendTaken, TooManyBytes } from './agent-calls.ts'
import type { ArrivedCanary } from './arrived-canary.ts'
import type { ArrivedPicture, DeliveryOutcome } from './arrived-picture.ts'
import { partNamed } from './chunk-spec.ts'
import { awaitsPicture } from './chunks-store.ts'
import { machineProblem, unsaidProblem } from './machine-problem.ts'
import { requeueFrames } from './requeue-frames.ts'

/** The receivers of downloaded pictures. */
export interface PicturePorts {
  receivePicture(ctx: RenderingCtx, arrived: ArrivedPicture): Promise<DeliveryOutcome>
  receiveCanary(ctx: RenderingCtx, arrived: ArrivedCanary): Promise<unknown>
}

export interface SettledPart {
  chunk: ChunkRow
  report: ChunkReport
  part: ChunkPartReport
  renderMs: number
  /** The time of the report, by the server's clock. */
  doneAtMs: number
}

/**
 * Settles a part that a machine reports as done or failed, and lets the machine delete its file. Resolves with the
 * part's problem, if any. The same part may be reported any number of times: a frame that no longer waits for it stays
 * unchanged. @throws errors that keep it from being settled now; the next report retries it
 */
export async function settlePart(
  ctx: RenderingCtx,
  ports: PicturePorts,
  settled: SettledPart,
): Promise<RenderProblem | null> {
  const { chunk, part } = settled
  const problem =
    part.state === 'failed'
      ? await failPart(ctx, chunk, { part, problem: failureOf(part) })
      : await takePicture(ctx, ports, settled)
  await sendTaken(ctx, { machineId: chunk.machine_id, chunkId: chunk.id }, [part.key])
  return problem
}

/** Returns the part of a chunk for a key; `undefined` for a part that was not requested. */
export function requestedPart(
  { spec }: Pick<ChunkRow, 'spec'>,
  key: string,
): ChunkPart | undefined {
  const { work } = spec
  switch (work.kind) {
    case 'render':
      return work.pieces.find((part) => part.key === key)
    case 'merge':
      return { key, frame: work.frame, region: null, sample_range: null }
    case 'canary':
      return { key, frame: 0, region: null, sample_range: null }
  }
}

/** Downloads a picture and passes it to review. */
async function takePicture(
  ctx: RenderingCtx,
  ports: PicturePorts,
  settled: SettledPart,
): Promise<RenderProblem | null> {
  const { chunk, report, part, renderMs, doneAtMs } = settled
  const asked = requestedPart(chunk, part.key)
  if (asked === undefined || !(await isAwaited(ctx, chunk, part))) return null
  const key = fileKeys.arrived(chunk.id, `${part.key}-${ctx.ids.secret()}`)
  const problem = await bring(ctx, { chunk, part, key })
  if (problem !== null) return failPart(ctx, chunk, { part, problem })
  if (chunk.kind === 'canary') {
    await ports.receiveCanary(ctx, { chunk, report, key, doneAtMs })
    return null
  }
  const received = await ports.receivePicture(ctx, { chunk, part: asked, key, renderMs })
  return typeof received === 'string' ? null : received.sentBack
}

/** Whether the picture is still needed: the acknowledgement of an earlier download may have been lost. */
async function isAwaited(ctx: RenderingCtx, chunk: ChunkRow, { key }: ChunkPartReport) {
  return chunk.kind !== 'frames' || (await awaitsPicture(ctx.db, chunk, partNamed(key)))
}

interface Bringing {
  chunk: ChunkRow
  part: ChunkPartReport
  key: string
}

async function bring(
  ctx: RenderingCtx,
  { chunk, part, key }: Bringing,
): Promise<RenderProblem | null> {
  const { file } = part
  const bytesMax = chunk.spec.limits.output_bytes_max
  if (file === null) return notAPicture('The machine reported a picture without a file.')
  if (file.bytes > bytesMax) return notAPicture(`The file has ${file.bytes} bytes.`)
  const from = { machineId: chunk.machine_id, chunkId: chunk.id, name: file.name }
  try {
    const came = await downloadFile(ctx, { ...from, bytesMax: file.bytes }, key)
    if (came.sha256 === file.sha256 && came.bytes === file.bytes) return null
  } catch (error) {
    const gone = error instanceof Refused && error.code === 'not_found'
    if (!gone && !(error instanceof TooManyBytes)) throw error
    return notAPicture('The file could not be downloaded from the machine.')
  }
  await ctx.files.remove(key)
  return notAPicture('The downloaded file does not match the machine’s report.')
}

async function failPart(
  ctx: RenderingCtx,
  chunk: ChunkRow,
  { part, problem }: { part: ChunkPartReport; problem: RenderProblem },
): Promise<RenderProblem> {
  if (chunk.kind !== 'frames') return problem
  const parts = [partNamed(part.key)]
  await ctx.transact((tx) => requeueFrames(ctx, tx, { chunk, parts, failedBy: 'machine', problem }))
  return problem
}

function failureOf({ problem }: ChunkPartReport): RenderProblem {
  return problem === null ? unsaidProblem : machineProblem(problem)
}

function notAPicture(text: string): RenderProblem {
  return { code: 'not_a_picture', text }
}
