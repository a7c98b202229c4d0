import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import { withDeadline } from '@gridloom/async/deadline'
import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { edgeSocketTimeoutMs } from '../../platform/agent-link/bounds.ts'
import type { Ids } from '../../platform/ids.ts'

/** Connections that machines dial for the edge process, each asked for by a ticket. */
export interface EdgeSockets {
  /**
   * Sends a ticket to a machine with `ask`, and resolves with the connection that presents it.
   * @throws {Refused} the machine's own error; `upstream_failed` when it does not dial in time
   */
  request(
    machineId: MachineId,
    signal: AbortSignal,
    ask: (ticket: string) => Promise<unknown>,
  ): Promise<Socket>
  /** Takes a connection of an authenticated machine. @throws {Refused} `machine_refused` for an unknown ticket */
  take(machineId: MachineId, ticket: string, socket: Duplex): void
}

interface Request {
  machineId: MachineId
  resolve(socket: Socket): void
}

export function createEdgeSockets({ clock, ids }: { clock: Clock; ids: Ids }): EdgeSockets {
  const requests = new Map<string, Request>()
  return {
    async request(machineId, signal, ask) {
      const ticket = ids.secret()
      const dialled = Promise.withResolvers<Socket>()
      requests.set(ticket, { machineId, resolve: dialled.resolve })
      try {
        return await withDeadline(clock, { ms: edgeSocketTimeoutMs, signal }, (limited) => {
          limited.addEventListener('abort', () => dialled.reject(limited.reason), { once: true })
          // Its answer follows the connection: the machine answers once it is connected.
          // It may also throw at once, for a machine that is not connected.
          Promise.try(ask, ticket).catch(dialled.reject)
          return dialled.promise
        })
      } catch (cause) {
        if (cause instanceof Refused || signal.aborted) throw cause
        throw new Refused('upstream_failed', { cause, internal: 'the machine did not dial' })
      } finally {
        requests.delete(ticket)
      }
    },
    take(machineId, ticket, socket) {
      const request = requests.get(ticket)
      const isKnown = request?.machineId === machineId && socket instanceof Socket
      if (!isKnown) {
        throw new Refused('machine_refused', { internal: `${machineId}: an unknown ticket` })
      }
      requests.delete(ticket)
      request.resolve(socket)
    },
  }
}
