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
import { type PicturePorts, settlePart } from './settle-part.ts'
import { startStopWatch } from './stop-watch.ts'
import type { ChunkOwner, TrackedChunk } from './tracked-chunk.ts'

/** A report of a chunk, with the machine that sent it and when it arrived. */
export interface ReceivedReport {
  machineId: MachineId
  report: ChunkReport
  receivedAt: Date
}

/** Follows chunks by the reports of their machines. */
export interface ChunkTracker {
  /** Resolves once the report is stored; pictures are downloaded afterwards. */
  onReport(received: ReceivedReport): Promise<void>
  /** Forgets the chunks of a machine whose connection ended. */
  forget(machineId: MachineId): void
}

interface ChunkTrackerOptions {
  ctx: RenderingCtx
  ports: PicturePorts
  work: BackgroundWork
  /** Called when a machine has ended a chunk. */
  ended(machineId: MachineId): void
}

/** Pictures that are downloaded from one machine at once. */
const picturesAtOnce = 2
/** The interval at which a machine that continues a lost chunk is stopped again. */
const dismissEveryMs = 2_000
const dismissedAtOnce = 16

export function createChunkTracker({ ctx, ports, work, ended }: ChunkTrackerOptions): ChunkTracker {
  const trackedChunks = new Map<RenderChunkId, TrackedChunk>()
  const limiter = createKeyedLimiter({ atOnce: picturesAtOnce })
  /**
   * The chunks that each machine was requested to stop in the current window; its other lost chunks wait for the next
   * window.
   */
  const dismissed = new Map<MachineId, { atMs: number; chunks: Set<RenderChunkId> }>()

  /** Settles reported parts, and closes the chunk after the last one. */
  function advance(tracked: TrackedChunk): void {
    for (const part of tracked.report.pieces) if (isOpen(tracked, part)) begin(tracked, part)
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

  function begin(tracked: TrackedChunk, part: ChunkPartReport): void {
    const { chunk, report, watch } = tracked
    tracked.busy.add(part.key)
    work.begin(
      {
        event: 'chunk.settlement_failed',
        sentence: 'a part could not be settled; the next report brings it again',
      },
      async () => {
        try {
          const renderMs = watch.renderMs(part.key)
          const doneAtMs = watch.doneAtMs(part.key) ?? ctx.clock.now().getTime()
          const problem = await limiter.run(chunk.machine_id, () =>
            settlePart(ctx, ports, { chunk, report, part, renderMs, doneAtMs }),
          )
          tracked.settled.set(part.key, problem === null ? 'good' : 'bad')
          if (problem !== null) tracked.lastProblem = problem
        } finally {
          tracked.busy.delete(part.key)
        }
        advance(tracked)
      },
    )
  }

  /** Stops a machine that continues a chunk it has lost, and lets it delete the files. */
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
        sentence: 'a machine could not be stopped; its next report stops it',
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
    async onReport(received) {
      const tracked = await trackedChunkOf(received)
      if (tracked === undefined) return dismiss(received)
      tracked.report = received.report
      tracked.watch.see(received.report, received.receivedAt.getTime())
      if (await applyReport(ctx, tracked)) return advance(tracked)
      trackedChunks.delete(tracked.chunk.id)
      dismiss(received)
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
