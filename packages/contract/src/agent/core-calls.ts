import { z } from 'zod'
import { agentLimits } from '../core/agent-limits.ts'
import { GpuUuid } from '../machines/gpu-benchmark.ts'
import { agentCall } from './call.ts'
import { AgentMessage, ConnectionRole, ConnectionTicket } from './protocol.ts'

/** Calls that every agent serves, whatever its workloads. */
export const coreCalls = {
  /** The report stream, endless: `hello` first, then a heartbeat every 5 s and changes in between. */
  reports: agentCall({
    method: 'GET',
    path: '/v1/reports',
    transport: 'lines',
    response: AgentMessage,
  }),
  /** Starts the benchmarks of the machine; the results arrive as reports. */
  benchmarks: agentCall({
    method: 'POST',
    path: '/v1/benchmarks',
    transport: 'value',
    status: 202,
  }),
  /**
   * Measures these GPUs, as far as nothing uses them: a few seconds each. The results arrive as reports, also while the
   * machine is rented. Older agents do not know it.
   */
  gpuBenchmarks: agentCall({
    method: 'POST',
    path: '/v1/gpu-benchmarks',
    transport: 'value',
    status: 202,
    request: z.object({ gpu_uuids: z.array(GpuUuid).min(1).max(agentLimits.gpus) }),
  }),
  /**
   * Asks the agent for another connection of this role, with the ticket in its upgrade (`connectionHeaders`). It serves
   * the same calls with larger windows, lives apart from this connection, and ends after a minute without a stream.
   */
  openConnection: agentCall({
    method: 'POST',
    path: '/v1/connections',
    transport: 'value',
    request: z.object({ role: ConnectionRole, ticket: ConnectionTicket }),
    response: z.object({}),
  }),
  /** Sends bytes to measure the network. */
  sendThroughput: agentCall({
    method: 'POST',
    path: '/v1/throughput',
    transport: 'upload',
    response: z.object({ received_bytes: z.int().min(1) }),
  }),
  /** Fetches bytes to measure the network. */
  fetchThroughput: agentCall({
    method: 'GET',
    path: '/v1/throughput',
    transport: 'download',
    query: z.object({
      bytes: z.coerce
        .number()
        .int()
        .min(1)
        .max(1024 ** 3),
    }),
  }),
} as const
