import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { agentUpgrade } from '@gridloom/contract/agent/protocol'
import { Refused } from '@gridloom/contract/errors'
import { machines } from '@gridloom/contract/machines/endpoints'

/** @throws {Refused} not_found for any path but the connect endpoint */
export function checkConnectPath(request: IncomingMessage): void {
  if (request.url?.split('?')[0] !== machines.connect.path) {
    throw new Refused('not_found', { details: { what: 'endpoint' } })
  }
}

/**
 * Writes the `101` and resolves once it is written: HTTP/2 must not take over a TLS socket while a write is still
 * pending (Node ends the process then).
 */
export function acceptUpgrade(socket: Duplex, head: Buffer): Promise<void> {
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Connection: Upgrade',
    `Upgrade: ${agentUpgrade}`,
  ]
  return new Promise((resolve, reject) => {
    socket.write(`${lines.join('\r\n')}\r\n\r\n`, (error) => {
      if (error) reject(error)
      else resolve()
    })
    // Bytes that came with the request are the beginning of HTTP/2.
    if (head.length > 0) socket.unshift(head)
  })
}
