import type { AgentMessage, InstanceReport } from '@gridloom/contract/agent/protocol'
import type { Benchmark, Hardware } from '@gridloom/contract/hardware'

/**
 * What waits to be said on one report stream. Each instance, and the hardware, waits at most once: a
 * reader that is slow gets the newest state, never a queue of old ones. Memory is bounded by what the
 * machine holds.
 */
export interface Mailbox {
  putReport(report: InstanceReport): void
  putHardware(hardware: Hardware): void
  putBenchmark(benchmark: Benchmark): void
  putHeartbeat(make: () => AgentMessage): void
  /** Messages as they come, until the signal aborts; a heartbeat that waits goes first. */
  messages(signal: AbortSignal): AsyncGenerator<AgentMessage, void>
}

export function createMailbox(): Mailbox {
  const reports = new Map<string, InstanceReport>()
  const benchmarks = new Map<string, Benchmark>()
  let hardware: Hardware | undefined
  let heartbeat: (() => AgentMessage) | undefined
  let wake = Promise.withResolvers<void>()

  function take(): AgentMessage | undefined {
    if (heartbeat !== undefined) {
      const message = heartbeat()
      heartbeat = undefined
      return message
    }
    const report = takeFirst(reports)
    if (report !== undefined) return { kind: 'instance', report }
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
