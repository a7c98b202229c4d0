import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Refused } from '@gridloom/contract/errors'
import { failureBody, refusalFrom } from './failures.ts'
import type { PendingUpgrades } from './pending-upgrades.ts'
import { hasBody } from './unknown-addresses.ts'

/** A connection that requests another protocol, before it has authenticated. */
export interface PendingUpgrade {
  /** The network of the caller, as limits count it. */
  readonly network: string
  /** Call it once the caller is authenticated; until then it has seconds, and is counted. */
  authenticated(): void
}

/** Takes over a connection for a protocol of ours. `head` is what arrived after the request. */
export type Upgrade = (
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  arrival: PendingUpgrade,
) => void

/** Protocols by the value of the Upgrade header, WebSocket's among them. */
export type Upgrades = ReadonlyMap<string, Upgrade>

/**
 * Whether to hand a connection over. A request for an unsupported protocol is an ordinary one (RFC 9110, 7.8), and so
 * is one with a body, which would not be read.
 */
export function isUpgrade({ method, headers }: IncomingMessage, upgrades: Upgrades): boolean {
  return method === 'GET' && !hasBody(headers) && upgrades.has(protocolOf(headers.upgrade))
}

/** Hands connections over to their protocols, up to the limit of pending ones. */
export function routeUpgrades(
  server: Server,
  { upgrades, pending }: { upgrades: Upgrades; pending: PendingUpgrades },
): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // @NOTE an error before the protocol takes over also destroys the socket.
    socket.on('error', () => {})
    try {
      const network = pending.watch(request, socket)
      const authenticated = () => pending.authenticated(request)
      upgrades.get(protocolOf(request.headers.upgrade))?.(request, socket, head, {
        network,
        authenticated,
      })
    } catch (error) {
      refuseUpgrade(socket, refusalFrom(error))
    }
  })
}

/** Answers an upgrade request with an ordinary error and ends the connection. */
export function refuseUpgrade(socket: Duplex, refused: Refused): void {
  const body = JSON.stringify(failureBody(refused))
  const lines = [
    `HTTP/1.1 ${refused.status} ${refused.code}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(refused.status === 429 ? [`Retry-After: ${refused.details.seconds ?? 1}`] : []),
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

function protocolOf(header: string | undefined): string {
  return header?.toLowerCase() ?? ''
}
