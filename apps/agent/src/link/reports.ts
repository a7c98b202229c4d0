import type { Clock } from '@gridloom/async/clock'
import { AgentMessage, agentProtocol } from '@gridloom/contract/agent/protocol'
import { heartbeatMs } from '@gridloom/contract/core/constants'
import type { MachineLoad } from '@gridloom/contract/machines/machine'
import type { HardwareWatch } from '../hardware/watch.ts'
import { agentVersion } from '../version.ts'
import type { HelloPart, RunningWorkload, SentMessage } from '../workload.ts'
import { clipped } from './clip.ts'
import { type CoalescingQueue, createCoalescingQueue } from './coalescing-queue.ts'
import { createTickPace } from './pace.ts'
import { createHeartbeatSampler, heartbeatOf } from './sample-heartbeat.ts'

/** The sources of a report stream. */
export interface ReportSources {
  workloads: readonly RunningWorkload[]
  hardware: Pick<HardwareWatch, 'current' | 'onChange'>
  load(): Promise<MachineLoad>
  clock: Clock
  bootId: string
  onFailure: (cause: unknown) => void
}

/**
 * Yields the messages of the report stream: `hello`, then changes as they occur and a heartbeat every {@link
 * heartbeatMs}. Ends when the signal aborts. Each stream has one reader and a queue of its own, so that a slow reader
 * delays no other.
 */
export async function* reportMessages(
  sources: ReportSources,
  signal: AbortSignal,
): AsyncGenerator<SentMessage, void> {
  const queue = createCoalescingQueue()
  const endings = [...watchChanges(sources, queue), beat(sources, queue, signal)]
  try {
    const pace = createTickPace(sources.clock)
    const sent = async (message: SentMessage) => {
      // @NOTE an aborted wait is the end of the stream: the loop below ends by the same signal
      await pace.sent(Buffer.byteLength(JSON.stringify(message)), signal).catch(() => undefined)
    }
    const greeting = clipped(AgentMessage, hello(sources))
    yield greeting
    await sent(greeting)
    for await (const message of queue.messages(signal)) {
      const fitting = clipped(AgentMessage, message)
      yield fitting
      await sent(fitting)
    }
  } finally {
    for (const end of endings) end()
  }
}

function hello({ workloads, hardware, bootId }: ReportSources): SentMessage {
  const parts: HelloPart = Object.assign({}, ...workloads.map((workload) => workload.hello()))
  return {
    kind: 'hello',
    protocol: agentProtocol,
    agent_version: agentVersion,
    boot_id: bootId,
    hardware: hardware.current(),
    ...parts,
  }
}

function watchChanges({ workloads, hardware }: ReportSources, queue: CoalescingQueue) {
  const endings = workloads.map((workload) => workload.watch(queue.addSource()))
  const notify = queue.addSource()
  const endHardware = hardware.onChange((latest) =>
    notify({ key: 'all', message: () => ({ kind: 'hardware', hardware: latest }) }),
  )
  return [...endings, endHardware]
}

/** Queues a heartbeat on time, however long the sampling of loads takes. */
function beat(sources: ReportSources, queue: CoalescingQueue, signal: AbortSignal): () => void {
  const { workloads, clock } = sources
  const sample = createHeartbeatSampler(workloads, { clock, signal })
  let sequence = 0
  let lastLoad: MachineLoad | undefined

  async function tick(): Promise<void> {
    const sampled = await sample()
    const load = await sources.load().catch(lastKnown)
    lastLoad = load
    queue.putHeartbeat(() => {
      sequence += 1
      return { kind: 'heartbeat', sequence, load, ...heartbeatOf(workloads), ...sampled }
    })
  }

  /** Returns the last load again: a load that cannot be read must not make the machine look offline. */
  function lastKnown(cause: unknown): MachineLoad {
    if (lastLoad === undefined) throw cause
    sources.onFailure(cause)
    return lastLoad
  }

  return clock.every(heartbeatMs, () => void tick().catch(sources.onFailure))
}
