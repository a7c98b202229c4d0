import { createKeyedLimiter } from '@gridloom/async/keyed-limiter'
import type { ChunkPartReport, ChunkReport } from '@gridloom/contract/agent/rendering'
import type { MachineId, RenderChunkId } from '@gridloom/contract/core/ids'
import type { RenderingCtx } from '../ctx.ts'
import { readJobRow } from '../frames/jobs-store.ts'
import type { ChunkRow } from '../schema.ts'
import { sendStop, sendTaken } from './agent-calls.ts'
import { applyReport } from './apply-report.ts'
import type { BackgroundWork } from './background-work.ts'
import { findChunk } from './chunks-store.ts'
import { endChunk } from './end-chunk.ts'
import { type PicturePorts, settlePiece } from './settle-piece.ts'
import { startStopWatch } from './stop-watch.ts'
import type { ChunkOwner, TrackedChunk } from './tracked-chunk.ts'

/** One report of a chunk, as it was heard. */
export interface ReceivedReport {
  machineId: MachineId
  report: ChunkReport
  receivedAt: Date
}

/** Takes in what machines say of their chunks. */
export interface ChunkTracker {
  /** Returns once the report is noted; pictures are brought in behind it. */
  hear(heard: ReceivedReport): Promise<void>
  /** Clears what is in hand of a machine whose connection ended. */
  forget(machineId: MachineId): void
}

interface Parts {
  ctx: RenderingCtx
  ports: PicturePorts
  work: BackgroundWork
  /** A machine has ended a chunk. */
  ended(machineId: MachineId): void
}

/** Pictures of one machine that are brought in at once. */
const picturesAtOnce = 2
/** A machine that goes on with what was taken from it is told so this often. */
const dismissEveryMs = 2_000
const dismissedAtOnce = 16

export function createChunkTracker({ ctx, ports, work, ended }: Parts): ChunkTracker {
  const trackedChunks = new Map<RenderChunkId, TrackedChunk>()
  const limiter = createKeyedLimiter({ atOnce: picturesAtOnce })
  /** What each machine was told since when; one that claims more chunks than that is told of the rest later. */
  const dismissed = new Map<MachineId, { atMs: number; chunks: Set<RenderChunkId> }>()

  /** Goes on with whatever can be gone on with. */
  function advance(tracked: TrackedChunk): void {
    for (const piece of tracked.report.pieces) if (isOpen(tracked, piece)) begin(tracked, piece)
    if (!isOver(tracked)) return
    tracked.isEnding = true
    work.begin(
      {
        event: 'chunk.close_failed',
        sentence: 'a chunk could not be closed; its next report closes it',
      },
      async () => {
        try {
          await endChunk(ctx, ports, tracked)
          trackedChunks.delete(tracked.chunk.id)
          ended(tracked.chunk.machine_id)
        } finally {
          tracked.isEnding = false
        }
      },
    )
  }

  function begin(tracked: TrackedChunk, piece: ChunkPartReport): void {
    const { chunk, report, watch } = tracked
    tracked.busy.add(piece.key)
    work.begin(
      {
        event: 'chunk.settlement_failed',
        sentence: 'a piece could not be settled; the next report brings it again',
      },
      async () => {
        try {
          const renderMs = watch.renderMs(piece.key)
          const doneAtMs = watch.doneAtMs(piece.key) ?? ctx.clock.now().getTime()
          const problem = await limiter.run(chunk.machine_id, () =>
            settlePiece(ctx, ports, { chunk, report, piece, renderMs, doneAtMs }),
          )
          tracked.settled.set(piece.key, problem === null ? 'good' : 'bad')
          if (problem !== null) tracked.lastProblem = problem
        } finally {
          tracked.busy.delete(piece.key)
        }
        advance(tracked)
      },
    )
  }

  /** The machine goes on with what is not its own any more: it is told to stop, and that nothing of it is wanted. */
  function dismiss({ machineId, report }: ReceivedReport): void {
    const chunkId = report.chunk_id
    const nowMs = ctx.clock.monotonicMs()
    const last = dismissed.get(machineId)
    const isOver = last === undefined || nowMs - last.atMs >= dismissEveryMs
    const { chunks } = isOver ? { chunks: new Set<RenderChunkId>() } : last
    if (isOver) dismissed.set(machineId, { atMs: nowMs, chunks })
    if (chunks.has(chunkId) || chunks.size >= dismissedAtOnce) return
    chunks.add(chunkId)
    const keys = report.pieces.filter(({ state }) => state !== 'rendering').map(({ key }) => key)
    work.begin(
      {
        event: 'chunk.stop_failed',
        sentence: 'a machine could not be told to stop; its next report is answered so',
      },
      async () => {
        await sendStop(ctx, { machineId, chunkId }, 'now')
        await sendTaken(ctx, { machineId, chunkId }, keys)
      },
    )
  }

  async function trackedChunkOf({
    machineId,
    report,
  }: ReceivedReport): Promise<TrackedChunk | undefined> {
    const known = trackedChunks.get(report.chunk_id)
    if (known !== undefined) return isFrom(known.chunk, { machineId, report }) ? known : undefined
    const chunk = await findChunk(ctx.db, report.chunk_id)
    if (chunk?.state !== 'leased' || !isFrom(chunk, { machineId, report })) return undefined
    const job = chunk.job_id === null ? undefined : await readJobRow(ctx.db, chunk.job_id)
    const owner = job === undefined ? null : { jobId: job.id, accountId: job.account_id }
    const tracked = trackChunk({ chunk, owner, report })
    trackedChunks.set(chunk.id, tracked)
    return tracked
  }

  return {
    async hear(heard) {
      const tracked = await trackedChunkOf(heard)
      if (tracked === undefined) return dismiss(heard)
      tracked.report = heard.report
      tracked.watch.see(heard.report, heard.receivedAt.getTime())
      if (await applyReport(ctx, tracked)) return advance(tracked)
      trackedChunks.delete(tracked.chunk.id)
      dismiss(heard)
    },
    forget(machineId) {
      dismissed.delete(machineId)
      for (const [id, { chunk, busy }] of trackedChunks)
        if (chunk.machine_id === machineId && busy.size === 0) trackedChunks.delete(id)
    },
  }
}

interface Opening {
  chunk: ChunkRow
  owner: ChunkOwner | null
  report: ChunkReport
}

function trackChunk({ chunk, owner, report }: Opening): TrackedChunk {
  return {
    chunk,
    owner,
    report,
    watch: startStopWatch(chunk.moved_at.getTime()),
    busy: new Set(),
    settled: new Map(),
    lastProblem: null,
    movement: undefined,
    writtenAtMs: Number.NEGATIVE_INFINITY,
    isEnding: false,
  }
}

function isFrom(
  chunk: ChunkRow,
  { machineId, report }: Omit<ReceivedReport, 'receivedAt'>,
): boolean {
  return chunk.machine_id === machineId && chunk.lease_token === report.lease_token
}

function isOpen({ busy, settled }: TrackedChunk, { key, state }: ChunkPartReport): boolean {
  return state !== 'rendering' && !busy.has(key) && !settled.has(key)
}

function isOver({ report, busy, settled, isEnding }: TrackedChunk): boolean {
  if (report.phase !== 'ended' || busy.size > 0 || isEnding) return false
  return report.pieces.every(({ key, state }) => state === 'rendering' || settled.has(key))
}
