import type { ChunkReport, PieceReport } from '@gridloom/contract/agent/rendering'
import type { MachineId, RenderChunkId } from '@gridloom/contract/ids'
import type { RenderingCtx } from '../ctx.ts'
import { readJobRow } from '../frames/jobs-store.ts'
import type { ChunkRow } from '../schema.ts'
import { sendStop, sendTaken } from './agent-calls.ts'
import type { BackgroundWork } from './background-work.ts'
import { findChunk } from './chunks-store.ts'
import type { Desk, DeskOwner } from './desk.ts'
import { endChunk } from './end-chunk.ts'
import { createLanes } from './lanes.ts'
import { type PicturePorts, settlePiece } from './settle-piece.ts'
import { startStopWatch } from './stop-watch.ts'
import { takeLevel } from './take-level.ts'

/** One report of a chunk, as it was heard. */
export interface HeardReport {
  machineId: MachineId
  report: ChunkReport
  receivedAt: Date
}

/** Takes in what machines say of their chunks. */
export interface Desks {
  /** Returns once the report is noted; pictures are brought in behind it. */
  hear(heard: HeardReport): Promise<void>
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

export function createDesks({ ctx, ports, work, ended }: Parts): Desks {
  const desks = new Map<RenderChunkId, Desk>()
  const lanes = createLanes({ atOnce: picturesAtOnce })
  /** What each machine was told since when; one that claims more chunks than that is told of the rest later. */
  const dismissed = new Map<MachineId, { atMs: number; chunks: Set<RenderChunkId> }>()

  /** Goes on with whatever can be gone on with. */
  function advance(desk: Desk): void {
    for (const piece of desk.report.pieces) if (isOpen(desk, piece)) begin(desk, piece)
    if (!isOver(desk)) return
    desk.isEnding = true
    work.begin('a chunk could not be closed; its next report closes it', async () => {
      try {
        await endChunk(ctx, ports, desk)
        desks.delete(desk.chunk.id)
        ended(desk.chunk.machine_id)
      } finally {
        desk.isEnding = false
      }
    })
  }

  function begin(desk: Desk, piece: PieceReport): void {
    const { chunk, report, watch } = desk
    desk.busy.add(piece.key)
    work.begin('a piece could not be settled; the next report brings it again', async () => {
      try {
        const renderMs = watch.renderMs(piece.key)
        const doneAtMs = watch.doneAtMs(piece.key) ?? ctx.clock.now().getTime()
        const problem = await lanes.run(chunk.machine_id, () =>
          settlePiece(ctx, ports, { chunk, report, piece, renderMs, doneAtMs }),
        )
        desk.settled.set(piece.key, problem === null ? 'good' : 'bad')
        if (problem !== null) desk.lastProblem = problem
      } finally {
        desk.busy.delete(piece.key)
      }
      advance(desk)
    })
  }

  /** The machine goes on with what is not its own any more: it is told to stop, and that nothing of it is wanted. */
  function dismiss({ machineId, report }: HeardReport): void {
    const chunkId = report.chunk_id
    const nowMs = ctx.clock.monotonicMs()
    const last = dismissed.get(machineId)
    const isOver = last === undefined || nowMs - last.atMs >= dismissEveryMs
    const { chunks } = isOver ? { chunks: new Set<RenderChunkId>() } : last
    if (isOver) dismissed.set(machineId, { atMs: nowMs, chunks })
    if (chunks.has(chunkId) || chunks.size >= dismissedAtOnce) return
    chunks.add(chunkId)
    const keys = report.pieces.filter(({ state }) => state !== 'rendering').map(({ key }) => key)
    work.begin('a machine could not be told to stop; its next report is answered so', async () => {
      await sendStop(ctx, { machineId, chunkId }, 'now')
      await sendTaken(ctx, { machineId, chunkId }, keys)
    })
  }

  async function deskOf({ machineId, report }: HeardReport): Promise<Desk | undefined> {
    const known = desks.get(report.chunk_id)
    if (known !== undefined) return isFrom(known.chunk, { machineId, report }) ? known : undefined
    const chunk = await findChunk(ctx.db, report.chunk_id)
    if (chunk?.state !== 'leased' || !isFrom(chunk, { machineId, report })) return undefined
    const job = chunk.job_id === null ? undefined : await readJobRow(ctx.db, chunk.job_id)
    const owner = job === undefined ? null : { jobId: job.id, accountId: job.account_id }
    const desk = openDesk({ chunk, owner, report })
    desks.set(chunk.id, desk)
    return desk
  }

  return {
    async hear(heard) {
      const desk = await deskOf(heard)
      if (desk === undefined) return dismiss(heard)
      desk.report = heard.report
      desk.watch.see(heard.report, heard.receivedAt.getTime())
      if (await takeLevel(ctx, desk)) return advance(desk)
      desks.delete(desk.chunk.id)
      dismiss(heard)
    },
    forget(machineId) {
      dismissed.delete(machineId)
      for (const [id, { chunk, busy }] of desks)
        if (chunk.machine_id === machineId && busy.size === 0) desks.delete(id)
    },
  }
}

interface Opening {
  chunk: ChunkRow
  owner: DeskOwner | null
  report: ChunkReport
}

function openDesk({ chunk, owner, report }: Opening): Desk {
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

function isFrom(chunk: ChunkRow, { machineId, report }: Omit<HeardReport, 'receivedAt'>): boolean {
  return chunk.machine_id === machineId && chunk.lease_token === report.lease_token
}

function isOpen({ busy, settled }: Desk, { key, state }: PieceReport): boolean {
  return state !== 'rendering' && !busy.has(key) && !settled.has(key)
}

function isOver({ report, busy, settled, isEnding }: Desk): boolean {
  if (report.phase !== 'ended' || busy.size > 0 || isEnding) return false
  return report.pieces.every(({ key, state }) => state === 'rendering' || settled.has(key))
}
