import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { z } from 'zod'
import type { Upgrade } from '../../platform/http/upgrades.ts'
import type { AgentListener, GatewayOptions, GoneListener } from './agent-events.ts'
import { type AgentCall, callAgent, type Target } from './calls.ts'
import type { Connection } from './connection.ts'
import { createConnectionRegistry } from './connection-registry.ts'
import { createGuessLimiter } from './guess-limiter.ts'
import { createReconnectLimiter } from './reconnect-limiter.ts'
import type { ResponseStream } from './response-stream.ts'
import { type StreamedRequest, sendRequest } from './send-request.ts'
import {
  type AgentDuplex,
  type AgentLines,
  bytesFrom,
  type Download,
  duplexTo,
  linesFrom,
} from './stream-calls.ts'
import { createUpgradeHandler } from './upgrade-handler.ts'
import type { ViolationListener } from './violation.ts'

/** To which machine. */
export interface To {
  machineId: MachineId
}

/**
 * The connections of the machines to this replica. Calls fail with `machine_offline` when the machine is not
 * connected here or goes away meanwhile, `not_found` / `state_conflict` / `upstream_failed` when the agent
 * says so or answers badly; the caller's own abort is thrown as it is.
 */
export interface AgentGateway {
  /** For the `upgrades` of the HTTP server, under `agentUpgrade`. */
  readonly upgrade: Upgrade
  /**
   * Hears every message, one at a time and in order for one machine, several machines side by side. A slow
   * listener slows that machine's report stream; a throwing one is logged. Returns how to end it.
   */
  subscribe(listener: AgentListener): () => void
  /** Hears when a machine's connection ended and no newer one took its place, after its last message. */
  onGone(listener: GoneListener): () => void
  /** Hears when a machine's connection was ended for what it sent, before it is said to have gone. */
  onViolation(listener: ViolationListener): () => void
  connected(machineId: MachineId): boolean
  /** JSON (or `pieces` of raw bytes) in, JSON out. */
  call<T extends z.ZodType>(call: To & AgentCall<T>): Promise<z.output<T>>
  /** JSON lines at the reader's pace; leaving the loop ends the stream. */
  lines<T extends z.ZodType>(call: To & AgentLines<T>): AsyncIterable<z.output<T>>
  /** JSON lines without a check of their shape, and with less between socket and reader (see `sendRequest`). */
  stream(request: To & StreamedRequest): ResponseStream
  /** Raw bytes at the reader's pace. */
  download(call: To & Download): AsyncIterable<Buffer>
  /** Raw bytes both ways over a POST; the caller owns the stream. */
  duplex(call: To & Omit<Target, 'method'>): Promise<AgentDuplex>
  disconnect(machineId: MachineId): void
  /** Measures one round trip now, in milliseconds. */
  rtt(machineId: MachineId): Promise<number>
  /** Ends every connection and waits for the listeners. To be called when the HTTP server closes. */
  [Symbol.asyncDispose](): Promise<void>
}

export function createAgentGateway(options: GatewayOptions): AgentGateway {
  const limiter = createReconnectLimiter(options.clock)
  const guesses = createGuessLimiter(options.clock)
  const registry = createConnectionRegistry({ ...options, limiter, guesses })

  function wireTo({ machineId }: To): Connection {
    const connection = registry.find(machineId)
    if (connection === undefined) throw new Refused('machine_offline')
    return connection
  }

  return {
    upgrade: createUpgradeHandler({ ...options, limiter, guesses, admitted: registry.take }),
    subscribe: registry.subscribe,
    onGone: registry.onGone,
    onViolation: registry.onViolation,
    connected: (machineId) => registry.find(machineId) !== undefined,
    call: async (call) => callAgent(wireTo(call), call),
    lines: async function* (call) {
      yield* linesFrom(wireTo(call), call)
    },
    stream: (request) => sendRequest(wireTo(request), request),
    download: async function* (call) {
      yield* bytesFrom(wireTo(call), call)
    },
    duplex: async (call) => duplexTo(wireTo(call), call),
    disconnect: (machineId) => registry.find(machineId)?.close('it was told to go'),
    async rtt(machineId) {
      const connection = wireTo({ machineId })
      return connection.roundTripMs().catch((cause: unknown) => {
        throw new Refused('machine_offline', { cause })
      })
    },
    [Symbol.asyncDispose]: registry[Symbol.asyncDispose],
  }
}
