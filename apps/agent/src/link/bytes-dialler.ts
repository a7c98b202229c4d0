import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { bytesRole, ConnectionTicket, connectionHeaders } from '@gridloom/contract/agent/protocol'
import type { Log } from '../host/log.ts'
import type { Identity } from '../identity/membership.ts'
import type { DialBytes } from './call.ts'
import { dial } from './dial.ts'

/** Connections for the bytes of single calls, at once. */
export const bytesConnectionsMax = 16
/** A call waits for it no longer: its bytes then come on its stream. */
const dialTimeoutMs = 5_000

interface DiallerOptions {
  identity: Identity
  clock: Clock
  log: Log
}

/** Creates what dials connections for the bytes of single calls; they end with the signal. */
export function createBytesDialler(
  { identity, clock, log }: DiallerOptions,
  life: AbortSignal,
): DialBytes {
  const open = new Set<symbol>()
  return async (ticket) => {
    if (open.size >= bytesConnectionsMax || !ConnectionTicket.safeParse(ticket).success)
      return undefined
    const id = Symbol('bytes')
    open.add(id)
    const limit = createDeadline(clock, dialTimeoutMs, life)
    try {
      const more = { [connectionHeaders.role]: bytesRole, [connectionHeaders.ticket]: ticket }
      const socket = await dial(identity, limit.signal, more)
      const end = () => socket.destroy()
      life.addEventListener('abort', end, { once: true })
      socket.once('close', () => {
        life.removeEventListener('abort', end)
        open.delete(id)
      })
      // Each direction ends on its own.
      socket.allowHalfOpen = true
      return socket
    } catch (cause) {
      open.delete(id)
      const text = cause instanceof Error ? cause.message : String(cause)
      log.info(
        { event: 'connection.bytes_failed', why: text },
        'a call has no connection of its own',
      )
      return undefined
    } finally {
      limit.done()
    }
  }
}
