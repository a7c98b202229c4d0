import type { ChunkPart, ChunkPartReport, ChunkReport } from '@gridloom/contract/agent/rendering'
import { Refused } from '@gridloom/contract/errors'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { RenderingCtx } from '../ctx.ts'
import { fileKeys } from '../file-keys.ts'
import type { ChunkRow } from '../schema.ts'
import { downloadFile, sendTaken, TooManyBytes } from './agent-calls.ts'
import type { ArrivedCanary } from './arrived-canary.ts'
import type { ArrivedPicture, Received } from './arrived-picture.ts'
import { pieceNamed } from './chunk-spec.ts'
import { awaitsPicture } from './chunks-store.ts'
import { machineProblem, unsaidProblem } from './machine-problem.ts'
import { requeueFrames } from './requeue-frames.ts'

/** Where pictures go once they are here. */
export interface PicturePorts {
  receivePicture(ctx: RenderingCtx, arrived: ArrivedPicture): Promise<Received>
  receiveCanary(ctx: RenderingCtx, arrived: ArrivedCanary): Promise<unknown>
}

export interface SettledPiece {
  chunk: ChunkRow
  report: ChunkReport
  piece: ChunkPartReport
  renderMs: number
  /** When it was reported, by our clock. */
  doneAtMs: number
}

/**
 * Settles a piece that a machine reports as done or failed, and tells the machine that its file may go. Resolves with
 * what was wrong with it, if anything. The same piece may come any number of times: a frame that does not wait for it
 * any more stays as it is. @throws whatever keeps it from being settled now; the next report brings it again
 */
export async function settlePiece(
  ctx: RenderingCtx,
  ports: PicturePorts,
  settled: SettledPiece,
): Promise<RenderProblem | null> {
  const { chunk, piece } = settled
  const problem =
    piece.state === 'failed'
      ? await failPiece(ctx, chunk, { piece, problem: failureOf(piece) })
      : await takePicture(ctx, ports, settled)
  await sendTaken(ctx, { machineId: chunk.machine_id, chunkId: chunk.id }, [piece.key])
  return problem
}

/** What a piece of a chunk was to be; nothing for what nobody asked for. */
export function pieceOf({ spec }: Pick<ChunkRow, 'spec'>, key: string): ChunkPart | undefined {
  const { work } = spec
  switch (work.kind) {
    case 'render':
      return work.pieces.find((piece) => piece.key === key)
    case 'merge':
      return { key, frame: work.frame, region: null, sample_range: null }
    case 'canary':
      return { key, frame: 0, region: null, sample_range: null }
  }
}

/** Brings a picture here and has it looked at. */
async function takePicture(
  ctx: RenderingCtx,
  ports: PicturePorts,
  settled: SettledPiece,
): Promise<RenderProblem | null> {
  const { chunk, report, piece, renderMs, doneAtMs } = settled
  const asked = pieceOf(chunk, piece.key)
  if (asked === undefined || !(await isAwaited(ctx, chunk, piece))) return null
  const key = fileKeys.arrived(chunk.id, `${piece.key}-${ctx.ids.secret()}`)
  const problem = await bring(ctx, { chunk, piece, key })
  if (problem !== null) return failPiece(ctx, chunk, { piece, problem })
  if (chunk.kind === 'canary') {
    await ports.receiveCanary(ctx, { chunk, report, key, doneAtMs })
    return null
  }
  const received = await ports.receivePicture(ctx, { chunk, piece: asked, key, renderMs })
  return typeof received === 'string' ? null : received.sentBack
}

/** A picture that was taken before (the word of it was lost) need not come again. */
async function isAwaited(ctx: RenderingCtx, chunk: ChunkRow, { key }: ChunkPartReport) {
  return chunk.kind !== 'frames' || (await awaitsPicture(ctx.db, chunk, pieceNamed(key)))
}

interface Bringing {
  chunk: ChunkRow
  piece: ChunkPartReport
  key: string
}

async function bring(
  ctx: RenderingCtx,
  { chunk, piece, key }: Bringing,
): Promise<RenderProblem | null> {
  const { file } = piece
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

async function failPiece(
  ctx: RenderingCtx,
  chunk: ChunkRow,
  { piece, problem }: { piece: ChunkPartReport; problem: RenderProblem },
): Promise<RenderProblem> {
  if (chunk.kind !== 'frames') return problem
  const pieces = [pieceNamed(piece.key)]
  await ctx.transact((tx) =>
    requeueFrames(ctx, tx, { chunk, pieces, failedBy: 'machine', problem }),
  )
  return problem
}

function failureOf({ problem }: ChunkPartReport): RenderProblem {
  return problem === null ? unsaidProblem : machineProblem(problem)
}

function notAPicture(text: string): RenderProblem {
  return { code: 'not_a_picture', text }
}
