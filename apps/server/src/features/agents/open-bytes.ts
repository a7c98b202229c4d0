import type { Clock } from '@gridloom/async/clock'
import type { AgentCall } from '@gridloom/contract/agent/call'
import { ownConnection } from '@gridloom/contract/agent/protocol'
import type { MachineId } from '@gridloom/contract/core/ids'
import { bytesConnectionsMax, bytesConnectRate } from '../../platform/agent-link/bounds.ts'
import type { CallOptions } from '../../platform/agent-link/calls.ts'
import type { Connection } from '../../platform/agent-link/connection.ts'
import { type OwnBytes, ownBytes } from '../../platform/agent-link/own-connection.ts'
import { type AgentDuplex, duplexTo } from '../../platform/agent-link/stream-calls.ts'
import { acceptUpgrade } from '../../platform/agent-link/upgrade.ts'
import type { EdgeSockets } from './edge-sockets.ts'
import { createReconnectLimiter } from './reconnect-limiter.ts'

/** Raw bytes both ways, whose memory may be used again. */
export interface AgentBytes extends AgentDuplex {
  /** Gives back bytes that were read, each once; need not be called. */
  release(bytes: Uint8Array): void
}

/** Opens calls of many bytes. */
export interface BytesOpener {
  /**
   * As `duplexTo`, but over a connection of their own where the machine dials one: HTTP/2 sends them in
   * frames of 16 KiB (docs/decisions/0221).
   */
  open(wire: Connection, call: AgentCall, options: CallOptions): Promise<AgentBytes>
  /** Forgets machines that had none for long. */
  sweep(): void
}

interface OpenerParts {
  clock: Clock
  sockets: EdgeSockets
}

export function createBytesOpener(parts: OpenerParts): BytesOpener {
  const { clock } = parts
  const limiter = createReconnectLimiter(clock, bytesConnectRate)
  const counts = new Map<MachineId, number>()

  function count(machineId: MachineId, change: 1 | -1): void {
    const left = (counts.get(machineId) ?? 0) + change
    if (left === 0) counts.delete(machineId)
    else counts.set(machineId, left)
  }

  function hasRoom(machineId: MachineId): boolean {
    if ((counts.get(machineId) ?? 0) >= bytesConnectionsMax) return false
    try {
      limiter.enter(machineId)
      return true
    } catch {
      // @NOTE beyond the limit HTTP/2 carries the bytes
      return false
    }
  }

  return {
    async open(wire, call, options) {
      const { machineId } = wire
      if (!hasRoom(machineId)) return overHttp2(await duplexTo(wire, call, options))
      count(machineId, 1)
      const over = () => count(machineId, -1)
      try {
        const { answer, own } = await ask(parts, { wire, call, options })
        if (own === undefined) {
          over()
          return overHttp2(answer)
        }
        const { stream, release } = own
        stream.once('close', over)
        return { ...answer, stream, release }
      } catch (cause) {
        over()
        throw cause
      }
    },
    sweep: limiter.sweep,
  }
}

function overHttp2(answer: AgentDuplex): AgentBytes {
  return { ...answer, release: () => {} }
}

interface Asked {
  answer: AgentDuplex
  own: OwnBytes | undefined
}

/** Makes the call with a ticket. The machine either dials, and then answers; or only answers. */
async function ask(
  { sockets, clock }: OpenerParts,
  { wire, call, options }: { wire: Connection; call: AgentCall; options: CallOptions },
): Promise<Asked> {
  const withoutOne = new AbortController()
  const signal = AbortSignal.any([options.signal, withoutOne.signal])
  const asked = Promise.withResolvers<AgentDuplex>()
  let own: OwnBytes | undefined
  try {
    const dialled = sockets.request(wire.machineId, signal, async (bytesTicket) => {
      asked.resolve(duplexTo(wire, call, { ...options, bytesTicket }))
      if (!isOwn(await asked.promise)) withoutOne.abort()
    })
    const socket = await dialled.catch((cause) => {
      if (withoutOne.signal.aborted) return undefined
      throw cause
    })
    if (socket !== undefined) {
      own = ownBytes(socket, clock)
      await acceptUpgrade(own.stream, Buffer.alloc(0))
    }
    const answer = await asked.promise
    if (isOwn(answer)) {
      own?.belongTo(answer.stream)
      return { answer, own }
    }
    own?.stream.destroy()
    return { answer, own: undefined }
  } catch (cause) {
    own?.stream.destroy()
    asked.promise.then(({ stream }) => stream.destroy()).catch(() => {})
    throw cause
  }
}

function isOwn({ headers }: AgentDuplex): boolean {
  return headers[ownConnection.carried] === 'own'
}
