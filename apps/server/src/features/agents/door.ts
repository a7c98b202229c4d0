import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Refused } from '@gridloom/contract/errors'
import type { MachineId } from '@gridloom/contract/ids'
import { refusalFrom } from '../../platform/http/failures.ts'
import type { Upgrade } from '../../platform/http/server.ts'
import { admitAgent } from './admit-agent.ts'
import { upgradesAtOnce } from './bounds.ts'
import type { GatewayOptions } from './listening.ts'
import type { ReconnectLimiter } from './reconnect-limiter.ts'
import { acceptUpgrade, checkConnectPath, refuseUpgrade } from './upgrade.ts'

interface Options extends GatewayOptions {
  limiter: ReconnectLimiter
  admitted(machineId: MachineId, socket: Duplex): void
}

/** Lets agents in: checks the request, answers `101` or an ordinary failure, and hands the socket on. */
export function createDoor({ db, clock, log, limiter, admitted }: Options): Upgrade {
  let atOnce = 0
  const open = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    checkConnectPath(request)
    if (atOnce > upgradesAtOnce) throw new Refused('not_ready', { internal: 'too many upgrades' })
    const machineId = await admitAgent({ db, limiter }, request.headers, clock.now())
    await acceptUpgrade(socket, head)
    admitted(machineId, socket)
  }
  return (request, socket, head) => {
    // @NOTE an error before HTTP/2 takes over also destroys the socket, which the steps above meet.
    socket.on('error', () => {})
    if (socket instanceof Socket) socket.setNoDelay(true)
    atOnce += 1
    const opening = open(request, socket, head).finally(() => {
      atOnce -= 1
    })
    opening.catch((error: unknown) => {
      const refused = refusalFrom(error)
      if (refused.code === 'internal') log.error({ err: error }, 'an agent could not be let in')
      else log.warn({ code: refused.code, why: refused.message }, 'an agent was refused')
      refuseUpgrade(socket, refused)
    })
  }
}
