import type { Clock } from '@gridloom/async/clock'
import { withDeadline } from '@gridloom/async/deadline'
import { coreCalls } from '@gridloom/contract/agent/core-calls'
import { asError } from '@gridloom/async/as-error'
import type { Log } from '../host/log.ts'
import type { Identity } from '../identity/membership.ts'
import { AgentRefused } from '../refused.ts'
import { createCallLog } from './call-log.ts'
import { type DialAs, dial, dialTimeoutMs } from './dial.ts'
import { handleValue } from './handle.ts'
import type { Route } from './router.ts'
import { type LinkSession, serveSession } from './session.ts'

/** Connections beside the one that the machine keeps open. */
export interface ExtraConnections extends AsyncDisposable {
  /** The call by which the control plane asks for one. */
  readonly route: Route
}

interface ExtraConnectionsOptions {
  identity: Identity
  /** What they serve. */
  routes: readonly Route[]
  clock: Clock
  log: Log
}

const connectionsMax = 8
const idleMs = 60_000
/** One stream reaches 80 MiB/s at a round trip of 100 ms; the defaults allow an eighth. */
const windows = { streamBytes: 8 * 1024 * 1024, sessionBytes: 64 * 1024 * 1024 }

/**
 * Dials where the control plane asks, and serves until the connection is idle for a minute. Each lives apart from the
 * others: when one breaks, its streams break and nothing else.
 */
export function createExtraConnections(options: ExtraConnectionsOptions): ExtraConnections {
  const { identity, routes, clock, log } = options
  const open = new Set<LinkSession>()
  const stop = new AbortController()

  async function connect(as: DialAs): Promise<void> {
    if (open.size >= connectionsMax)
      throw new AgentRefused('state_conflict', `${connectionsMax} more connections are open.`)
    const limit = { ms: dialTimeoutMs, signal: stop.signal }
    const socket = await withDeadline(clock, limit, (signal) => dial(identity, signal, as))
    const session = serveSession({ socket, routes, clock, calls: createCallLog(log), windows, idleMs })
    open.add(session)
    void session.ended.then((failure) => {
      open.delete(session)
      const reason = failure?.message ?? 'idle'
      log.info({ event: 'extra_connection.ended', role: as.role, reason }, 'a connection ended')
    })
  }

  return {
    route: handleValue(coreCalls.openConnection, async ({ body }) => {
      await connect(body).catch((cause: unknown) => {
        if (cause instanceof AgentRefused) throw cause
        throw new AgentRefused('upstream_failed', asError(cause).message, { cause })
      })
      return {}
    }),
    async [Symbol.asyncDispose]() {
      stop.abort()
      for (const session of open) session.close()
      await Promise.all([...open].map(({ ended }) => ended))
    },
  }
}
