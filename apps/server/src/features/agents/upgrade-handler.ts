import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { bytesRole, connectionHeaders } from '@gridloom/contract/agent/protocol'
import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { upgradeQueue } from '../../platform/agent-link/bounds.ts'
import { acceptUpgrade, checkConnectPath } from '../../platform/agent-link/upgrade.ts'
import { createFairQueue } from '../../platform/fair-queue.ts'
import { refusalFrom } from '../../platform/http/failures.ts'
import { refuseUpgrade } from '../../platform/http/refuse-upgrade.ts'
import type { PendingUpgrade, Upgrade } from '../../platform/http/upgrades.ts'
import { admitAgent } from './admit-agent.ts'
import type { GatewayOptions } from './agent-events.ts'
import type { EdgeSockets } from './edge-sockets.ts'
import type { GuessLimiter } from './guess-limiter.ts'
import type { ReconnectLimiter } from './reconnect-limiter.ts'

interface UpgradeHandlerOptions extends GatewayOptions {
  limiter: ReconnectLimiter
  guesses: GuessLimiter
  /** Of its own: connections for the edge must not keep a machine from reconnecting. */
  edgeLimiter: ReconnectLimiter
  /** Likewise for the connections of single calls. */
  bytesLimiter: ReconnectLimiter
  edgeSockets: EdgeSockets
  admitted(machineId: MachineId, socket: Duplex): void
}

/** Admits agents: checks the request, answers `101` or an ordinary error, and passes the socket on. */
export function createUpgradeHandler(options: UpgradeHandlerOptions): Upgrade {
  const { db, clock, log, guesses, edgeLimiter, edgeSockets, admitted } = options
  const enqueue = createFairQueue(upgradeQueue)

  async function admit({ headers }: IncomingMessage, socket: Duplex): Promise<MachineId> {
    // The connection ended, or was ended, while it waited in the queue.
    if (socket.destroyed) throw new Refused('not_ready', { internal: 'the agent has gone' })
    return admitAgent({ db, limiter: limiterFor(headers) }, headers, clock.now())
  }

  function limiterFor(headers: IncomingHttpHeaders): ReconnectLimiter {
    if (ticketIn(headers) === undefined) return options.limiter
    return headers[connectionHeaders.role] === bytesRole ? options.bytesLimiter : edgeLimiter
  }

  async function open(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    { network, authenticated }: PendingUpgrade,
  ): Promise<void> {
    checkConnectPath(request)
    guesses.check(network)
    const machineId = await enqueue(() => admit(request, socket), network)
    authenticated()
    const ticket = ticketIn(request.headers)
    if (ticket !== undefined) {
      // Its bytes begin after our answer.
      if (head.length > 0) throw new Refused('machine_refused', { internal: 'it did not wait' })
      return edgeSockets.take(machineId, ticket, socket)
    }
    await acceptUpgrade(socket, head)
    admitted(machineId, socket)
  }

  return (request, socket, head, arrival) => {
    if (socket instanceof Socket) socket.setNoDelay(true)
    open(request, socket, head, arrival).catch((error: unknown) => {
      const refused = refusalFrom(error)
      if (refused.code === 'internal')
        log.error({ event: 'agent.admission_failed', err: error }, 'an agent could not be let in')
      else
        log.warn(
          { event: 'agent.refused', code: refused.code, why: refused.message },
          'an agent was refused',
        )
      if (refused.code === 'machine_refused') guesses.refused(arrival.network)
      refuseUpgrade(socket, refused)
    })
  }
}

/** The ticket of a connection that was asked for; `undefined` for the connection that a machine keeps open. */
function ticketIn(headers: IncomingHttpHeaders): string | undefined {
  const { [connectionHeaders.role]: role, [connectionHeaders.ticket]: ticket } = headers
  return role === 'edge' || role === bytesRole ? String(ticket) : undefined
}
