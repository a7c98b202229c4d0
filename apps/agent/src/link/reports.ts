import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { AgentMessage, agentProtocol } from '@gridloom/contract/agent/protocol'
import { heartbeatMs } from '@gridloom/contract/core/constants'
import type { MachineLoad } from '@gridloom/contract/machines/machine'
import type { BenchmarkBook } from '../benchmarks/book.ts'
import type { HardwareWatch } from '../hardware/watch.ts'
import { aborted } from '../host/aborted.ts'
import type { InstanceManager } from '../instances/instance-manager.ts'
import type { Models } from '../models/index.ts'
import type { Rendering } from '../rendering/index.ts'
import { agentVersion } from '../version.ts'
import { clipped } from './clip.ts'
import { type CoalescingQueue, createCoalescingQueue } from './coalescing-queue.ts'
import { createPace } from './pace.ts'

/** Everything that a report stream tells of. */
export interface ReportSources {
  manager: InstanceManager
  hardware: Pick<HardwareWatch, 'current' | 'onChange'>
  benchmarks: Pick<BenchmarkBook, 'all' | 'onMeasured'>
  rendering: Pick<Rendering, 'report' | 'onChange' | 'onChunk'>
  inference: Pick<Models, 'report' | 'onChange'>
  load(): Promise<MachineLoad>
  clock: Clock
  bootId: string
  onFailure: (cause: unknown) => void
}

/** Reading the load of containers may take this long; then the heartbeat goes without it. */
const sampleTimeoutMs = 2_000

/**
 * The report stream: `hello`, then changes as they come and a heartbeat every {@link heartbeatMs}.
 * Ends when the signal aborts. One stream is one reader; what it sends is in no other's way.
 */
export async function* reportMessages(
  sources: ReportSources,
  signal: AbortSignal,
): AsyncGenerator<AgentMessage, void> {
  const queue = createCoalescingQueue()
  const { manager, hardware, benchmarks, rendering, inference } = sources
  const endings = [
    manager.onChange(queue.putReport),
    hardware.onChange(queue.putHardware),
    benchmarks.onMeasured(queue.putBenchmark),
    rendering.onChunk(queue.putChunk),
    rendering.onChange(() => queue.putRendering(rendering.report)),
    inference.onChange(queue.putServing),
    beat(sources, queue, signal),
  ]
  try {
    const pace = createPace(sources.clock)
    const said = async (message: AgentMessage) => {
      // @NOTE an interrupted wait is the end of the stream, which the loop below meets
      await pace.said(Buffer.byteLength(JSON.stringify(message)), signal).catch(() => undefined)
    }
    const greeting = clipped(AgentMessage, hello(sources))
    yield greeting
    await said(greeting)
    for await (const message of queue.messages(signal)) {
      const fitting = clipped(AgentMessage, message)
      yield fitting
      await said(fitting)
    }
  } finally {
    for (const end of endings) end()
  }
}

function hello(sources: ReportSources): AgentMessage {
  const { manager, hardware, benchmarks, rendering, inference, bootId } = sources
  return {
    kind: 'hello',
    protocol: agentProtocol,
    agent_version: agentVersion,
    boot_id: bootId,
    hardware: hardware.current(),
    benchmarks: benchmarks.all(),
    instances: manager.reports(),
    rendering: rendering.report(),
    inference: inference.report(),
  }
}

/** Queues a heartbeat on time, however long the sampling of loads takes. */
function beat(sources: ReportSources, queue: CoalescingQueue, signal: AbortSignal): () => void {
  const { manager, rendering, inference, clock } = sources
  let sequence = 0
  let sampling = false
  let lastLoad: MachineLoad | undefined

  async function tick(): Promise<void> {
    const metrics = sampling ? [] : await sample()
    const load = await sources.load().catch(lastKnown)
    lastLoad = load
    queue.putHeartbeat(() => {
      sequence += 1
      const { serving, llama_missing } = inference.report()
      return {
        kind: 'heartbeat',
        sequence,
        instances: manager.reports(),
        metrics,
        load,
        chunks: rendering.report().chunks,
        serving,
        llama_missing,
      }
    })
  }

  /** A load that cannot be read must not make the machine look dead: the one before is sent again. */
  function lastKnown(cause: unknown): MachineLoad {
    if (lastLoad === undefined) throw cause
    sources.onFailure(cause)
    return lastLoad
  }

  async function sample() {
    sampling = true
    const limit = createDeadline(clock, sampleTimeoutMs, signal)
    const taken = manager.sampleMetrics(limit.signal).finally(() => {
      sampling = false
      limit.done()
    })
    // @NOTE a load that cannot be read is left out: a heartbeat must not wait for it
    return Promise.race([taken.catch(() => []), aborted(limit.signal).then(() => [])])
  }

  return clock.every(heartbeatMs, () => void tick().catch(sources.onFailure))
}
