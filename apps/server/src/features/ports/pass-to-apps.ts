import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import { Refused } from '@gridloom/contract/errors'
import { hostNameOf, portLabelOf } from '@gridloom/contract/ports/port-label'
import { passedAnswerHeaders, passedRequestHeaders } from '../../edge/apps/forwarded-headers.ts'
import { relayRequest } from '../../edge/apps/relay-request.ts'
import { relayUpgrade } from '../../edge/apps/relay-upgrade.ts'
import { StreamAgent } from '../../edge/apps/stream-agent.ts'
import type { OtherHosts } from '../../platform/http/other-hosts.ts'
import type { AppsServerPlace, PortAddresses } from './port-addresses.ts'

interface PassToAppsOptions {
  readonly clock: Clock
  readonly portAddresses: PortAddresses
}

const connectMs = 5_000
const streamsMax = 1_000
/** The line that a request to a port address gets where it does not belong. */
const misdirected = 'Port addresses are served by the apps server (APPS_PORT), not by this one.\n'

/**
 * Passes requests for `*.localhost` on to the apps server, so that port addresses work at the console's own port with
 * nothing set up. With a domain of their own a proxy routes them, and one that sends them here is told so.
 */
export function passToApps({ clock, portAddresses }: PassToAppsOptions): OtherHosts | undefined {
  const domain = portAddresses.domain()
  if (domain === undefined) return undefined
  const isLocal = domain === 'localhost'
  const pool = new StreamAgent({
    open: () => openTo(portAddresses.place()),
    monotonicMs: () => clock.monotonicMs(),
    streamsMax,
  })
  const isAddress = (host: string) => portLabelOf(host, domain) !== undefined
  const isBelow = (host: string) => `.${hostNameOf(host)}`.endsWith(`.${domain}`)
  const place = () => (isLocal ? portAddresses.place() : undefined)
  return {
    // Beside port addresses, the console itself may have a name below `localhost`.
    serves: (host = '') =>
      host.length > domain.length && (isLocal ? isAddress(host) : isBelow(host)),
    async request(request, response) {
      if (place() === undefined) return misdirect(response)
      relayRequest({
        ...{ request, response, pool, clock, connectMs, answerHeaders: passedAnswerHeaders },
        headers: passedRequestHeaders(request, { visitor: visitorOf(request), as: 'request' }),
        failed: () => misdirect(response),
      })
    },
    async upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      const stream =
        place() === undefined ? undefined : await openTo(place()).catch(() => undefined)
      if (stream === undefined) {
        socket.end(`HTTP/1.1 421 Misdirected Request\r\nConnection: close\r\n\r\n${misdirected}`)
        return
      }
      relayUpgrade({
        ...{ request, socket, head, stream, answerHeaders: passedAnswerHeaders },
        headers: passedRequestHeaders(request, { visitor: visitorOf(request), as: 'upgrade' }),
        failed: () => socket.destroy(),
      })
    },
  }
}

/** Only the apps server of this installation: no part of a request has a say in where it goes. */
async function openTo(place: AppsServerPlace | undefined): Promise<Duplex> {
  if (place === undefined) throw new Refused('not_ready', { internal: 'no apps server runs' })
  const socket = connect({ ...place, allowHalfOpen: true })
  await once(socket, 'connect')
  return socket
}

function misdirect(response: ServerResponse): void {
  if (response.headersSent) return void response.destroy()
  if (!response.req.complete) response.shouldKeepAlive = false
  response.writeHead(421, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(misdirected)
}

function visitorOf({ socket }: IncomingMessage): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
}
