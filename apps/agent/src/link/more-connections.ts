import type { Duplex } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { createIdleTimer } from '@gridloom/async/idle-timer'
import { coreCalls } from '@gridloom/contract/agent/core-calls'
import { type ConnectionRole, connectionHeaders } from '@gridloom/contract/agent/protocol'
import type { Log } from '../host/log.ts'
import type { Identity } from '../identity/membership.ts'
import { AgentRefused } from '../refused.ts'
import { createBytesDialler } from './bytes-dialler.ts'
import type { DialBytes } from './call.ts'
import { createCallLog } from './call-log.ts'
import { dial } from './dial.ts'
import { handleValue } from './handle.ts'
import type { Route } from './router.ts'
import { type LinkSession, serveSession } from './session.ts'

/** Connections besides the main one, at once. */
export const moreConnectionsMax = 8
/** How long a connection may have no stream. */
export const idleConnectionMs = 60_000
const dialTimeoutMs = 15_000

/** A stream of bulk may send this much per round trip: 80 MB/s over 100 ms. */
const windows = { streamBytes: 8 * 1024 * 1024, sessionBytes: 64 * 1024 * 1024 }

export interface MoreConnectionsOptions {
  identity: Identity
  /** The calls that they serve. */
  routes: () => readonly Route[]
  clock: Clock
  log: Log
}

/** Connections that the control plane asks for. Each lives on its own: neither it nor the main one ends the other. */
export interface MoreConnections {
  /** Serves the call that asks for one. */
  route: Route
  close(): void
}

export function createMoreConnections(options: MoreConnectionsOptions): MoreConnections {
  const { identity, clock, log } = options
  const life = new AbortController()
  const open = new Set<symbol>()
  const dialBytes = createBytesDialler(options, life.signal)

  async function connect(role: ConnectionRole, ticket: string): Promise<void> {
    if (open.size >= moreConnectionsMax)
      throw new AgentRefused(
        'state_conflict',
        `The machine has ${moreConnectionsMax} more connections.`,
      )
    const id = Symbol(role)
    open.add(id)
    // Not the signal of the call: a connection that is being dialled outlives the one that asked for it.
    const limit = createDeadline(clock, dialTimeoutMs, life.signal)
    try {
      const more = { [connectionHeaders.role]: role, [connectionHeaders.ticket]: ticket }
      const socket = await dial(identity, limit.signal, more)
      const session = serveWhileUsed(options, { socket, dialBytes })
      const close = () => session.close()
      life.signal.addEventListener('abort', close, { once: true })
      if (life.signal.aborted) close()
      log.info({ event: 'connection.added', role }, 'connected once more')
      void session.ended.then(() => {
        life.signal.removeEventListener('abort', close)
        open.delete(id)
        log.info({ event: 'connection.removed', role }, 'an added connection has ended')
      })
    } catch (cause) {
      open.delete(id)
      throw refusalOf(cause)
    } finally {
      limit.done()
    }
  }

  const route = handleValue(coreCalls.openConnection, async ({ body }) => {
    await connect(body.role, body.ticket)
    return {}
  })
  return { route, close: () => life.abort() }
}

/** Serves a connection until it has had no stream for a while. */
function serveWhileUsed(
  { routes, clock, log }: MoreConnectionsOptions,
  { socket, dialBytes }: { socket: Duplex; dialBytes: DialBytes },
): LinkSession {
  let streams = 0
  const idle = createIdleTimer(clock, () => session.close())
  const session = serveSession({
    ...{ socket, routes: routes(), clock, calls: createCallLog(log), windows, dialBytes },
    onStream: (stream) => {
      streams += 1
      idle.stop()
      stream.once('close', () => {
        streams -= 1
        if (streams === 0) idle.start(idleConnectionMs)
      })
    },
  })
  idle.start(idleConnectionMs)
  void session.ended.then(idle.stop)
  return session
}

function refusalOf(cause: unknown): AgentRefused {
  const text = cause instanceof Error ? cause.message : String(cause)
  return new AgentRefused('upstream_failed', `The machine cannot connect once more: ${text}`, {
    cause,
  })
}
