import type { Duplex } from 'node:stream'
import type { Refused } from '@gridloom/contract/errors'
import { failureBody } from './failures.ts'

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
