import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { refusalFrom } from './failures.ts'
import { type OtherHosts, upgradeOtherHost } from './other-hosts.ts'
import type { PendingUpgrades } from './pending-upgrades.ts'
import { refuseUpgrade } from './refuse-upgrade.ts'
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
export function isUpgrade(
  { method, headers }: IncomingMessage,
  {
    upgrades,
    otherHosts,
  }: { upgrades: Upgrades; otherHosts?: Pick<OtherHosts, 'serves'> | undefined },
): boolean {
  if (method !== 'GET' || hasBody(headers)) return false
  const protocol = protocolOf(headers.upgrade)
  if (upgrades.has(protocol)) return true
  return otherHosts?.serves(headers.host) === true && !/^h2c?$/.test(protocol)
}

/** Hands connections over to their protocols, up to the limit of pending ones. */
export function routeUpgrades(
  server: Server,
  {
    upgrades,
    pending,
    otherHosts,
  }: { upgrades: Upgrades; pending: PendingUpgrades; otherHosts?: OtherHosts | undefined },
): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // @NOTE an error before the protocol takes over also destroys the socket.
    socket.on('error', () => {})
    if (upgradeOtherHost(otherHosts, { request, socket, head })) return
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

function protocolOf(header: string | undefined): string {
  return header?.toLowerCase() ?? ''
}
