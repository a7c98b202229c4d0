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
import type { PicturePorts } from './settle-part.ts'
import { sweepChunks } from './sweep-chunks.ts'
import { takeCapability } from './take-capability.ts'
import { watchJobs } from './watch-jobs.ts'

/** The interval at which chunks are swept, waiting jobs checked, and idle machines offered work. */
const sweepEveryMs = 2_000
const watchEveryMs = 5_000
const askEveryMs = 10_000

/** The decisions that review makes for dispatch: on pictures, extra work, and the machines that may render parts. */
export interface SchedulerPorts extends PicturePorts, ClaimPorts {
  nextExtraWork: NextExtraWork
}

/** Dispatches frames to the machines that are connected to this replica, and receives their pictures. */
export interface Scheduler extends AsyncDisposable {
  /** Handles a message of an agent; the gateway calls it for the messages of a machine one at a time. */
  onMessage(event: AgentEvent): Promise<void>
  /** Resolves when no work is under way. */
  idle(): Promise<void>
}

/**
 * Starts the scheduler. All its state is in the database: after a restart, reports show which chunks machines have,
 * leases which ones they were given, and the clock offers the rest. Several replicas can run it side by side.
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
    onMessage: (event) => handleRenderMessage(ctx, event, { tracker, dispatcher }),
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

/** Handles a machine's report on rendering. */
async function handleRenderMessage(
  ctx: RenderingCtx,
  { machineId, message, receivedAt }: AgentEvent,
  { tracker, dispatcher }: Hands,
): Promise<void> {
  const rendering = renderingOf(message)
  if (rendering !== undefined) await takeCapability(ctx, machineId, rendering)
  const reports = reportsOf(message)
  for (const report of reports)
    await tracker.onReport({ machineId, report, receivedAt }).catch((error: unknown) =>
      // @NOTE the other reports of this machine are still handled; the next heartbeat repeats this one.
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

/** A chunk sent this shortly before a machine's hello may have crossed it in transit. */
const crossedMs = 3_000

/** Requeues chunks that a reconnected machine does not report: it never received them, or restarted without them. */
async function loseUnheld(
  ctx: RenderingCtx,
  { machineId, reports, receivedAt, dispatcher }: Unheld,
): Promise<void> {
  const before = receivedAt.getTime() - crossedMs
  const held = new Set(reports.map(({ chunk_id }) => chunk_id))
  for (const chunk of await listLeased(ctx.db, machineId)) {
    if (held.has(chunk.id) || dispatcher.isOnItsWay(chunk.id)) continue
    if (chunk.started_at.getTime() > before) continue
    const text = 'The machine reconnected without these frames.'
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
    case 'gpu_benchmarks':
    case 'serving':
      return []
  }
}
