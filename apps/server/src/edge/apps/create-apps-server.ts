import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { limitConnections } from '../../platform/http/limit-connections.ts'
import { type AppsServerOptions, usualLimits } from './apps-config.ts'
import { createVisits } from './serve-visits.ts'

/** The server of port addresses. Disposing it ends every exchange. */
export interface AppsServer {
  /** Listens; resolves with the port. */
  listen(at: { host: string; port: number }): Promise<number>
  /** Requests and sockets that are open. */
  open(): number
  [Symbol.asyncDispose](): Promise<void>
}

/** A request has no limit of size or time beyond that of its headers, and an idle connection ends after a while. */
const keepAliveMs = 75_000
const checkEveryMs = 1_000
const headerBytesMax = 32 * 1024
const connectionsPerAddress = 4_000
const connectionsMax = 20_000
/** Of TCP, so that connections whose other side has vanished end some day. */
const probeAfterMs = 30_000

/**
 * Creates the server that admits visitors to port addresses and carries their requests to the instances. It knows no
 * database and no instance: `access` decides on each visitor, and `dial` opens streams to where the decision says.
 */
export function createAppsServer(options: AppsServerOptions): AppsServer {
  const limits = { ...usualLimits, ...options.config.limits }
  const visits = createVisits(options, limits)
  const serve = (request: IncomingMessage, response: ServerResponse) =>
    void visits.serve(request, response)
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: 0,
      connectionsCheckingInterval: checkEveryMs,
      keepAliveTimeout: keepAliveMs,
      maxHeaderSize: headerBytesMax,
      keepAlive: true,
      keepAliveInitialDelay: probeAfterMs,
      shouldUpgradeCallback: isUpgrade,
    },
    serve,
  )
  // Answered with the app's own "100 Continue".
  server.on('checkContinue', serve)
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    void visits.upgrade(request, socket, head)
  })
  const perAddress = options.config.trustProxy === 0 ? connectionsPerAddress : undefined
  limitConnections(server, { perAddress, overall: connectionsMax })
  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          resolve(portOf(server.address()))
        })
      }),
    open: () => visits.open(),
    async [Symbol.asyncDispose]() {
      visits[Symbol.dispose]()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/**
 * Whether a request may become another protocol: WebSocket, and whatever else apps speak. One with a body, or for HTTP/2
 * in clear, is an ordinary request (RFC 9110, 7.8).
 */
function isUpgrade({ method, headers }: IncomingMessage): boolean {
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return method === 'GET' && !hasBody && !/^h2c?$/i.test(headers.upgrade ?? 'h2')
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
