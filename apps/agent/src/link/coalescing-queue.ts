import type { ServeReport } from '@gridloom/contract/agent/models'
import type {
  AgentMessage,
  InstanceReport,
  RenderingReport,
} from '@gridloom/contract/agent/protocol'
import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import type { Benchmark, Hardware } from '@gridloom/contract/machines/hardware'

/**
 * What waits to be said on one report stream. Each instance, chunk and model, and the hardware, waits at most
 * once: a reader that is slow gets the newest state, never a queue of old ones. Memory is bounded by what
 * the machine holds.
 */
export interface CoalescingQueue {
  putReport(report: InstanceReport): void
  putHardware(hardware: Hardware): void
  putBenchmark(benchmark: Benchmark): void
  putChunk(report: ChunkReport): void
  /** Holds every chunk too, like a heartbeat: chunks that wait when it is made are said by it. */
  putRendering(make: () => RenderingReport): void
  putServing(report: ServeReport): void
  putHeartbeat(make: () => AgentMessage): void
  /** Messages as they come, until the signal aborts; a heartbeat that waits goes first. */
  messages(signal: AbortSignal): AsyncGenerator<AgentMessage, void>
}

export function createCoalescingQueue(): CoalescingQueue {
  const reports = new Map<string, InstanceReport>()
  const chunks = new Map<string, ChunkReport>()
  const serving = new Map<string, ServeReport>()
  const benchmarks = new Map<string, Benchmark>()
  let rendering: (() => RenderingReport) | undefined
  let hardware: Hardware | undefined
  let heartbeat: (() => AgentMessage) | undefined
  let wake = Promise.withResolvers<void>()

  function take(): AgentMessage | undefined {
    if (heartbeat !== undefined) {
      const message = heartbeat()
      heartbeat = undefined
      chunks.clear()
      serving.clear()
      return message
    }
    const report = takeFirst(reports)
    if (report !== undefined) return { kind: 'instance', report }
    return takeRendering() ?? takeServing() ?? takeFigures()
  }

  function takeRendering(): AgentMessage | undefined {
    if (rendering !== undefined) {
      const message: AgentMessage = { kind: 'rendering', rendering: rendering() }
      rendering = undefined
      chunks.clear()
      return message
    }
    const chunk = takeFirst(chunks)
    return chunk === undefined ? undefined : { kind: 'chunk', report: chunk }
  }

  function takeServing(): AgentMessage | undefined {
    const report = takeFirst(serving)
    return report === undefined ? undefined : { kind: 'serving', report }
  }

  function takeFigures(): AgentMessage | undefined {
    if (hardware !== undefined) {
      const message: AgentMessage = { kind: 'hardware', hardware }
      hardware = undefined
      return message
    }
    const benchmark = takeFirst(benchmarks)
    return benchmark === undefined ? undefined : { kind: 'benchmark', benchmark }
  }

  async function* messages(signal: AbortSignal): AsyncGenerator<AgentMessage, void> {
    const end = () => wake.resolve()
    signal.addEventListener('abort', end, { once: true })
    while (!signal.aborted) {
      const message = take()
      if (message !== undefined) {
        yield message
        continue
      }
      await wake.promise
      wake = Promise.withResolvers<void>()
    }
    signal.removeEventListener('abort', end)
  }

  return {
    putReport: (report) => {
      reports.set(report.instance_id, report)
      wake.resolve()
    },
    putHardware: (latest) => {
      hardware = latest
      wake.resolve()
    },
    putBenchmark: (benchmark) => {
      benchmarks.set(benchmark.kind, benchmark)
      wake.resolve()
    },
    putChunk: (report) => {
      chunks.set(report.chunk_id, report)
      wake.resolve()
    },
    putRendering: (make) => {
      rendering = make
      wake.resolve()
    },
    putServing: (report) => {
      serving.set(report.endpoint_id, report)
      wake.resolve()
    },
    putHeartbeat: (make) => {
      heartbeat = make
      wake.resolve()
    },
    messages,
  }
}

function takeFirst<T>(waiting: Map<string, T>): T | undefined {
  for (const [key, value] of waiting) {
    waiting.delete(key)
    return value
  }
  return undefined
}
