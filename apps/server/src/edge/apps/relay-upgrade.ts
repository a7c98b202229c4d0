import { request as httpRequest, type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { responseHeaders } from './forwarded-headers.ts'

/** A request to change the protocol, the visitor's connection, and a stream to the app of its own. */
export interface RelayedUpgrade {
  readonly request: IncomingMessage
  readonly socket: Duplex
  /** What the visitor sent after the request. */
  readonly head: Buffer
  readonly stream: Duplex
  readonly headers: readonly string[]
  /** Returns the headers that the visitor receives; by default those of an app's answer. */
  readonly answerHeaders?: (answer: IncomingMessage) => string[]
  /** Called where the app sent no response. */
  readonly failed: (error: unknown) => void
}

/**
 * Passes the request on and, when the app agrees, raw bytes both ways until either side ends, for however long. A
 * refusal of the app is an ordinary response, after which the connection ends. Returns a function that breaks it off.
 */
export function relayUpgrade(relayed: RelayedUpgrade): () => void {
  const { request, socket, stream, head, headers, failed } = relayed
  const { answerHeaders = responseHeaders } = relayed
  const upstream = httpRequest({
    createConnection: () => stream,
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers,
    setHost: false,
  })
  upstream.once('error', (error) => {
    if (socket.destroyed) stream.destroy()
    else failed(error)
  })
  upstream.once('upgrade', (answer, _stream, first) => {
    socket.write(headOf(answer, answerHeaders(answer), 'Upgrade'))
    if (first.length > 0) socket.write(first)
    if (head.length > 0) stream.write(head)
    join(socket, stream)
  })
  upstream.once('response', (answer) => {
    socket.write(headOf(answer, answerHeaders(answer), 'close'))
    answer.pipe(socket)
    answer.once('error', () => socket.destroy())
  })
  socket.once('close', () => stream.destroy())
  upstream.end()
  return () => {
    socket.destroy()
    stream.destroy()
  }
}

/** Joins both ways, each at the pace of its reader. The end of one direction is passed on, as TCP has it. */
function join(socket: Duplex, stream: Duplex): void {
  socket.pipe(stream)
  stream.pipe(socket)
  // @NOTE an error of one side ends the other; there is nobody to report it to.
  socket.on('error', () => stream.destroy())
  stream.on('error', () => socket.destroy())
  stream.once('close', () => {
    if (!stream.readableEnded) socket.destroy()
    else socket.end(() => socket.destroy())
  })
}

/** The head of a response. Its body, if it has one, ends with the connection (RFC 9112, 6.3). */
function headOf(
  answer: IncomingMessage,
  kept: readonly string[],
  connection: 'Upgrade' | 'close',
): string {
  const { statusCode = 502, statusMessage, headers } = answer
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage || STATUS_CODES[statusCode] || ''}`]
  for (let at = 0; at + 1 < kept.length; at += 2) lines.push(`${kept[at]}: ${kept[at + 1]}`)
  lines.push(`Connection: ${connection}`)
  if (connection === 'Upgrade') lines.push(`Upgrade: ${headers.upgrade ?? ''}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
