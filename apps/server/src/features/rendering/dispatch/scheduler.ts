import { repeat } from '@gridloom/async/repeat'
import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { AgentEvent } from '../../agents/index.ts'
import type { RenderingCtx } from '../ctx.ts'
import { backgroundWork } from './background-work.ts'
import { type ChunkTracker, createChunkTracker } from './chunk-tracker.ts'
import { listLeased } from './chunks-store.ts'
import type { ClaimPorts } from './claim-chunk.ts'
import { closeChunk } from './close-chunk.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import type { NextExtraWork } from './order-chunk.ts'
import type { PicturePorts } from './settle-piece.ts'
import { sweepChunks } from './sweep-chunks.ts'
import { takeCapability } from './take-capability.ts'
import { watchJobs } from './watch-jobs.ts'

/** How often chunks are looked after, waiting jobs, and machines without work asked. */
const sweepEveryMs = 2_000
const watchEveryMs = 5_000
const askEveryMs = 10_000

/** Where pictures go, what comes before frames, and who may be given parts of them. */
export interface SchedulerPorts extends PicturePorts, ClaimPorts {
  nextExtraWork: NextExtraWork
}

/** What gives out frames and takes in pictures, for the machines that are connected to this replica. */
export interface Scheduler extends AsyncDisposable {
  /** To be subscribed to the gateway, which gives it one message after the other for each machine. */
  hear(event: AgentEvent): Promise<void>
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

/**
 * Nothing of it is kept but in the database: after a restart, reports say what machines hold, leases what they were
 * given, and the clock asks for the rest. Several replicas do the same side by side.
 */
export function startScheduler(ctx: RenderingCtx, ports: SchedulerPorts): Scheduler {
  const { clock, log, changes, agents } = ctx
  const stop = new AbortController()
  const stopping = AbortSignal.any([stop.signal, ctx.signal])
  const work = backgroundWork(log)
  const dispatcher = createDispatcher({ ctx, ports, work, stopping })
  const tracker = createChunkTracker({ ctx, ports, work, ended: dispatcher.wakeMachine })
  const unsubscribe = [
    changes.subscribe(({ topic }) => {
      if (topic === 'render_work') dispatcher.wake()
    }),
    agents.onGone(async (machineId) => tracker.forget(machineId)),
  ]
  const failed = (error: unknown) =>
    log.error({ event: 'dispatch.sweep_failed', err: error }, 'a sweep failed; the next one comes')
  const loops = [
    repeat({
      clock,
      everyMs: sweepEveryMs,
      signal: stopping,
      work: () => sweepChunks(ctx),
      failed,
    }),
    repeat({ clock, everyMs: watchEveryMs, signal: stopping, work: () => watchJobs(ctx), failed }),
    repeat({
      clock,
      everyMs: askEveryMs,
      signal: stopping,
      work: async () => dispatcher.wake(),
      failed,
    }),
  ]
  return {
    hear: (event) => handleRenderMessage(ctx, event, { tracker, dispatcher }),
    idle: work.idle,
    async [Symbol.asyncDispose]() {
      for (const end of unsubscribe) end()
      stop.abort()
      await Promise.all(loops)
      await work[Symbol.asyncDispose]()
    },
  }
}

interface Hands {
  tracker: ChunkTracker
  dispatcher: Dispatcher
}

/** Takes in what a machine says of rendering. */
async function handleRenderMessage(
  ctx: RenderingCtx,
  { machineId, message, receivedAt }: AgentEvent,
  { tracker, dispatcher }: Hands,
): Promise<void> {
  const rendering = renderingOf(message)
  if (rendering !== undefined) await takeCapability(ctx, machineId, rendering)
  const reports = reportsOf(message)
  for (const report of reports)
    await tracker.hear({ machineId, report, receivedAt }).catch((error: unknown) =>
      // @NOTE the others of this machine must be heard all the same; the next heartbeat repeats this one.
      ctx.log.error(
        { event: 'chunk.report_failed', err: error, chunk: report.chunk_id },
        'a report of a chunk was not taken in',
      ),
    )
  if (message.kind === 'hello') {
    await loseUnheld(ctx, { machineId, reports, receivedAt, dispatcher })
    dispatcher.wakeMachine(machineId, 'rested')
  }
  if (message.kind === 'rendering') dispatcher.wakeMachine(machineId)
}

interface Unheld {
  machineId: MachineId
  reports: readonly ChunkReport[]
  receivedAt: Date
  dispatcher: Dispatcher
}

/** What a machine was given so shortly before its first message may have crossed it on the way. */
const crossedMs = 3_000

/** A machine that comes anew and does not know what it was given has lost it: it was never told, or began afresh. */
async function loseUnheld(
  ctx: RenderingCtx,
  { machineId, reports, receivedAt, dispatcher }: Unheld,
): Promise<void> {
  const before = receivedAt.getTime() - crossedMs
  const held = new Set(reports.map(({ chunk_id }) => chunk_id))
  for (const chunk of await listLeased(ctx.db, machineId)) {
    if (held.has(chunk.id) || dispatcher.isOnItsWay(chunk.id)) continue
    if (chunk.started_at.getTime() > before) continue
    const text = 'The machine was restarted and lost these frames.'
    const problem = { code: 'machine_left' as const, text }
    await closeChunk(ctx, { chunk, state: 'lost', problem, failedBy: 'nobody' })
  }
}

function renderingOf(message: AgentMessage) {
  return message.kind === 'hello' || message.kind === 'rendering' ? message.rendering : undefined
}

function reportsOf(message: AgentMessage): ChunkReport[] {
  switch (message.kind) {
    case 'hello':
    case 'rendering':
      return message.rendering.chunks
    case 'heartbeat':
      return message.chunks
    case 'chunk':
      return [message.report]
    case 'instance':
    case 'hardware':
    case 'benchmark':
    case 'serving':
      return []
  }
}
