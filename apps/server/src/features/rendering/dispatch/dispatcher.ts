import { createKeyedLimiter } from '@gridloom/async/keyed-limiter'
import type { MachineId, RenderChunkId } from '@gridloom/contract/core/ids'
import type { RenderingCtx } from '../ctx.ts'
import type { BackgroundWork } from './background-work.ts'
import { findChunk, listAsking } from './chunks-store.ts'
import { type ClaimPorts, claimChunk } from './claim-chunk.ts'
import { chunksPerMachine } from './claim-store.ts'
import { closeChunk } from './close-chunk.ts'
import { deliverChunk, LeaseLost } from './deliver-chunk.ts'
import { type ChunkAssignment, type NextExtraWork, takeExtraWork } from './order-chunk.ts'

/** Dispatches work to the machines that are connected to this replica. */
export interface Dispatcher {
  /** Offers work to every machine with room, soon. */
  wake(): void
  /** Offers work to this machine. `rested`: it has reconnected, and the rest after an earlier failure ends. */
  wakeMachine(machineId: MachineId, how?: 'rested'): void
  /** Whether a chunk is being delivered to its machine right now. */
  isOnItsWay(id: RenderChunkId): boolean
}

interface DispatcherOptions {
  ctx: RenderingCtx
  ports: ClaimPorts & { nextExtraWork: NextExtraWork }
  work: BackgroundWork
  stopping: AbortSignal
}

/** Concurrent claims of this replica; it needs database connections for other work too. */
const claimsAtOnce = 4
/** The time for which a machine gets no chunk after a failed delivery. */
const restMs = 20_000

/**
 * Serves each machine in a loop: claim, deliver, and again until it has its most chunks. Nothing depends on a wake-up:
 * the slow clock serves all machines again. A claimed chunk that cannot be delivered is pending again at once.
 */
export function createDispatcher({ ctx, ports, work, stopping }: DispatcherOptions): Dispatcher {
  const serving = new Set<MachineId>()
  /** Machines that were woken while they were being served. */
  const again = new Set<MachineId>()
  const onTheirWay = new Set<RenderChunkId>()
  const restingUntilMs = new Map<MachineId, number>()
  const limiter = createKeyedLimiter({ atOnce: claimsAtOnce })
  let scan: 'none' | 'running' | 'again' = 'none'

  function nextFor(machineId: MachineId): Promise<ChunkAssignment | undefined> {
    return limiter.run('claims', async () => {
      // Without room in the file store, results could not be kept, and the machine would work for nothing.
      if (!(await ctx.files.reserve.read()).isKept) return undefined
      const order = await takeExtraWork(ctx, ports.nextExtraWork, machineId)
      if (order !== undefined) return order
      const chunk = await claimChunk(ctx, ports, machineId)
      return chunk === undefined ? undefined : { chunk, inputs: [] }
    })
  }

  async function serve(machineId: MachineId): Promise<void> {
    while (mayServe(machineId)) {
      const given = await nextFor(machineId)
      if (given === undefined) return
      onTheirWay.add(given.chunk.id)
      try {
        await deliverChunk(ctx, given)
      } catch (error) {
        restingUntilMs.set(machineId, ctx.clock.monotonicMs() + restMs)
        await loseUndelivered(ctx, given, error)
      } finally {
        onTheirWay.delete(given.chunk.id)
      }
    }
  }

  function mayServe(machineId: MachineId): boolean {
    if (stopping.aborted || !ctx.agents.connected(machineId)) return false
    const until = restingUntilMs.get(machineId)
    if (until === undefined) return true
    if (until > ctx.clock.monotonicMs()) return false
    restingUntilMs.delete(machineId)
    return true
  }

  function wakeMachine(machineId: MachineId, how?: 'rested'): void {
    if (how === 'rested') restingUntilMs.delete(machineId)
    if (serving.has(machineId)) return void again.add(machineId)
    if (!mayServe(machineId)) return
    serving.add(machineId)
    work.begin(
      {
        event: 'chunk.dispatch_failed',
        sentence: 'a machine could not be given work; it is asked again soon',
      },
      async () => {
        try {
          await serve(machineId)
        } finally {
          serving.delete(machineId)
        }
        if (again.delete(machineId)) wakeMachine(machineId)
      },
    )
  }

  function wake(): void {
    if (scan !== 'none' || stopping.aborted) {
      scan = 'again'
      return
    }
    scan = 'running'
    work.begin(
      {
        event: 'dispatch.failed',
        sentence: 'machines could not be asked; they are asked again soon',
      },
      async () => {
        try {
          for (const id of await listAsking(ctx.db, chunksPerMachine)) wakeMachine(id)
        } finally {
          const missed = scan === 'again'
          scan = 'none'
          if (missed) wake()
        }
      },
    )
  }

  return { wake, wakeMachine, isOnItsWay: (id) => onTheirWay.has(id) }
}

/** Requeues the frames of a chunk that was never delivered; no machine counts as failed. */
async function loseUndelivered(
  ctx: RenderingCtx,
  { chunk }: ChunkAssignment,
  error: unknown,
): Promise<void> {
  // At shutdown, the machine may have received it all the same: its lease or its next hello settles that.
  if (error instanceof LeaseLost || ctx.signal.aborted) return
  ctx.log.warn(
    { event: 'chunk.delivery_failed', err: error, chunk: chunk.id },
    'a chunk could not be brought to its machine',
  )
  const row = await findChunk(ctx.db, chunk.id)
  if (row === undefined) return
  const text = 'The machine could not be reached to send it the frames.'
  const problem = { code: 'machine_left' as const, text }
  await closeChunk(ctx, { chunk: row, state: 'lost', problem, failedBy: 'nobody' })
}
