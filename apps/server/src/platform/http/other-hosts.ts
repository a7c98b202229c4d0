import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { failureBody, refusalFrom } from './failures.ts'
import { refuseUpgrade } from './refuse-upgrade.ts'

/**
 * Requests to hosts that are not the console's. They bypass every route, limit and header of it, and are told apart
 * before anything else: `serves` runs for every request.
 */
export interface OtherHosts {
  serves(host: string | undefined): boolean
  request(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Takes over a connection that requests another protocol, whichever it is. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
}

/** Returns a listener that passes requests to other hosts on, and all others to the console. */
export function besideOtherHosts(
  console: RequestListener,
  others: OtherHosts | undefined,
): RequestListener {
  if (others === undefined) return console
  return (request, response) => {
    if (!others.serves(request.headers.host)) return console(request, response)
    others.request(request, response).catch((error: unknown) => {
      const refused = refusalFrom(error)
      if (response.headersSent) return void response.destroy()
      response.writeHead(refused.status, { 'content-type': 'application/json; charset=utf-8' })
      response.end(JSON.stringify(failureBody(refused)))
    })
  }
}

/**
 * Lets the other host answer "100 Continue" itself. To the console Node.js answers it for us, as it does where nothing
 * listens to the event.
 */
export function continueBesideOtherHosts(server: Server, others: OtherHosts | undefined): void {
  if (others === undefined) return
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!others.serves(request.headers.host)) response.writeContinue()
    server.emit('request', request, response)
  })
}

/** Takes over an upgrade to another host. Returns whether it is one. */
export function upgradeOtherHost(
  others: OtherHosts | undefined,
  { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
): boolean {
  if (others?.serves(request.headers.host) !== true) return false
  others
    .upgrade(request, socket, head)
    .catch((error: unknown) => refuseUpgrade(socket, refusalFrom(error)))
  return true
}
