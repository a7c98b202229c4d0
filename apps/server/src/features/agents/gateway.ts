import type { Socket } from 'node:net'
import type { AgentCall, AgentCallInput } from '@gridloom/contract/agent/call'
import { coreCalls } from '@gridloom/contract/agent/core-calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { z } from 'zod'
import { edgeConnectRate, edgeSocketTimeoutMs } from '../../platform/agent-link/bounds.ts'
import {
  type CallOptions,
  callAgent,
  type ValueCallOptions,
} from '../../platform/agent-link/calls.ts'
import type { Connection } from '../../platform/agent-link/connection.ts'
import type { ResponseStream } from '../../platform/agent-link/response-stream.ts'
import {
  type AgentDuplex,
  type DownloadOptions,
  duplexTo,
  type LinesOptions,
  linesFrom,
  streamedBytes,
} from '../../platform/agent-link/stream-calls.ts'
import type { Upgrade } from '../../platform/http/upgrades.ts'
import type { AgentListener, GatewayOptions, GoneListener } from './agent-events.ts'
import { createConnectionRegistry } from './connection-registry.ts'
import { createEdgeSockets } from './edge-sockets.ts'
import { createGuessLimiter } from './guess-limiter.ts'
import { type AgentBytes, createBytesOpener } from './open-bytes.ts'
import { createReconnectLimiter } from './reconnect-limiter.ts'
import { type StreamedOptions, sendRequest } from './send-request.ts'
import { createUpgradeHandler } from './upgrade-handler.ts'
import type { ViolationListener } from './violation.ts'

/** A call with this transport. */
type CallBy<Transport extends AgentCall['transport']> = AgentCall & { transport: Transport }

/**
 * The connections of the machines to this replica. Calls fail with `machine_offline` when the machine is not connected
 * here or disconnects meanwhile, `not_found` / `state_conflict` / `upstream_failed` when the agent returns these errors
 * or answers badly; the caller's own abort is thrown unchanged.
 */
export interface AgentGateway {
  /** For the `upgrades` of the HTTP server, under `agentUpgrade`. */
  readonly upgrade: Upgrade
  /**
   * Subscribes to every message, one at a time and in order for one machine, several machines in parallel. A slow
   * listener slows that machine's report stream; an error that it throws is logged. Returns a function that
   * unsubscribes.
   */
  subscribe(listener: AgentListener): () => void
  /** Subscribes to connections that ended and were not replaced by a newer one, after the last message. */
  onGone(listener: GoneListener): () => void
  /** Subscribes to connections that were ended for a protocol violation, before `onGone`. */
  onViolation(listener: ViolationListener): () => void
  connected(machineId: MachineId): boolean
  /** Calls an agent: JSON (or raw bytes) in, JSON out. */
  call<C extends CallBy<'value' | 'upload'>>(
    machineId: MachineId,
    call: C,
    options: ValueCallOptions & AgentCallInput<C>,
  ): Promise<z.output<C['response']>>
  /** JSON lines at the reader's pace; leaving the loop ends the stream. */
  lines<C extends CallBy<'lines'>>(
    machineId: MachineId,
    call: C,
    options: LinesOptions & AgentCallInput<C>,
  ): AsyncIterable<z.output<C['response']>>
  /** JSON values whose shape is not checked, with less between socket and reader (see `sendRequest`). */
  stream<C extends CallBy<'channel'>>(
    machineId: MachineId,
    call: C,
    options: StreamedOptions & AgentCallInput<C>,
  ): ResponseStream
  /** Raw bytes at the reader's pace. */
  download<C extends CallBy<'download'>>(
    machineId: MachineId,
    call: C,
    options: DownloadOptions & AgentCallInput<C>,
  ): AsyncIterable<Buffer>
  /** Raw bytes both ways; the caller owns the stream. */
  duplex<C extends CallBy<'duplex'>>(
    machineId: MachineId,
    call: C,
    options: CallOptions & AgentCallInput<C>,
  ): Promise<AgentDuplex>
  /**
   * Asks a machine to dial once more, for the edge process. The socket is authenticated, and still waits for the answer
   * to its upgrade: no byte of HTTP/2 has arrived.
   */
  edgeSocket(machineId: MachineId, signal: AbortSignal): Promise<Socket>
  /**
   * Opens raw bytes both ways on a connection to a machine, or over one more that the machine dials for them alone; the
   * caller owns the stream from then on.
   */
  openBytes(wire: Connection, call: CallBy<'duplex'>, options: CallOptions): Promise<AgentBytes>
  disconnect(machineId: MachineId): void
  /** Measures one round trip now, in milliseconds. */
  rtt(machineId: MachineId): Promise<number>
  /** Ends every connection and waits for the listeners. Call it when the HTTP server closes. */
  [Symbol.asyncDispose](): Promise<void>
}

export function createAgentGateway(options: GatewayOptions): AgentGateway {
  const limiter = createReconnectLimiter(options.clock)
  const edgeLimiter = createReconnectLimiter(options.clock, edgeConnectRate)
  const bytesLimiter = createReconnectLimiter(options.clock, edgeConnectRate)
  const guesses = createGuessLimiter(options.clock)
  const edgeSockets = createEdgeSockets(options)
  const bytes = createBytesOpener({ clock: options.clock, sockets: edgeSockets })
  const swept = [edgeLimiter, bytesLimiter, bytes, guesses]
  const registry = createConnectionRegistry({ ...options, limiter, swept })

  function wireTo(machineId: MachineId): Connection {
    const connection = registry.find(machineId)
    if (connection === undefined) throw new Refused('machine_offline')
    return connection
  }

  return {
    upgrade: createUpgradeHandler({
      ...options,
      limiter,
      edgeLimiter,
      bytesLimiter,
      guesses,
      edgeSockets,
      admitted: registry.take,
    }),
    subscribe: registry.subscribe,
    onGone: registry.onGone,
    onViolation: registry.onViolation,
    connected: (machineId) => registry.find(machineId) !== undefined,
    call: async <C extends AgentCall>(machineId: MachineId, call: C, options: ValueCallOptions) =>
      callAgent<C['response']>(wireTo(machineId), call, options),
    lines: async function* <C extends AgentCall>(
      machineId: MachineId,
      call: C,
      options: LinesOptions,
    ) {
      yield* linesFrom<C['response']>(wireTo(machineId), call, options)
    },
    stream: (machineId, call, options) => sendRequest(wireTo(machineId), call, options),
    download: async function* (machineId, call, options) {
      yield* streamedBytes(wireTo(machineId), call, options)
    },
    duplex: async (machineId, call, options) => duplexTo(wireTo(machineId), call, options),
    edgeSocket: (machineId, signal) =>
      // Async, so that an offline machine is a rejection too.
      edgeSockets.request(machineId, signal, async (ticket) =>
        callAgent(wireTo(machineId), coreCalls.openConnection, {
          body: { role: 'edge', ticket },
          timeoutMs: edgeSocketTimeoutMs,
          signal,
        }),
      ),
    openBytes: bytes.open,
    disconnect: (machineId) => registry.find(machineId)?.close('it was asked to disconnect'),
    async rtt(machineId) {
      const connection = wireTo(machineId)
      return connection.roundTripMs().catch((cause: unknown) => {
        throw new Refused('machine_offline', { cause })
      })
    },
    [Symbol.asyncDispose]: registry[Symbol.asyncDispose],
  }
}
