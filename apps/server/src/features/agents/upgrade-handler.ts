import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { createFairQueue } from '../../platform/fair-queue.ts'
import { refusalFrom } from '../../platform/http/failures.ts'
import { type PendingUpgrade, refuseUpgrade, type Upgrade } from '../../platform/http/upgrades.ts'
import { admitAgent } from './admit-agent.ts'
import type { GatewayOptions } from './agent-events.ts'
import { upgradeQueue } from './bounds.ts'
import type { GuessLimiter } from './guess-limiter.ts'
import type { ReconnectLimiter } from './reconnect-limiter.ts'
import { acceptUpgrade, checkConnectPath } from './upgrade.ts'

interface UpgradeHandlerOptions extends GatewayOptions {
  limiter: ReconnectLimiter
  guesses: GuessLimiter
  admitted(machineId: MachineId, socket: Duplex): void
}

/** Admits agents: checks the request, answers `101` or an ordinary error, and passes the socket on. */
export function createUpgradeHandler(options: UpgradeHandlerOptions): Upgrade {
  const { clock, log, guesses, admitted } = options
  const enqueue = createFairQueue(upgradeQueue)

  async function admit(request: IncomingMessage, socket: Duplex): Promise<MachineId> {
    // The connection ended, or was ended, while it waited in the queue.
    if (socket.destroyed) throw new Refused('not_ready', { internal: 'the agent has gone' })
    return admitAgent(options, request.headers, clock.now())
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
