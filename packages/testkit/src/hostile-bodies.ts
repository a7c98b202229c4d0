import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'

/** Bodies that keep a server busy if it parses them before it authenticates the sender. */
export const hostileBodies = {
  /** An array in an array, 3.9 million deep. */
  deep: () => Buffer.from(`${'['.repeat(3_900_000)}]`),
  /** 2.6 million empty objects, and a key that makes a careful parser inspect each of them. */
  wide: () => Buffer.from(`[{"\\u005f_proto__":1}${',{}'.repeat(2_600_000)}]`),
  /** Half as many fields as fit into 8 MiB, all unknown. */
  strangeFields: () =>
    Buffer.from(`{${Array.from({ length: 600_000 }, (_, at) => `"f${at}":1`).join(',')}}`),
  /** Backslashes, each of which restarts a careless search. */
  escapes: () => Buffer.from(`{"model":"${'\\\\'.repeat(3_900_000)}"}`),
  /** The maximum number of messages, each invalid in a way that is slow to validate. */
  wrongMessages: () => {
    const messages = Array.from({ length: 10_000 }, () => ({ role: 'x', content: [{}] }))
    return Buffer.from(JSON.stringify({ model: 'nobody/nothing', messages }))
  },
} as const

interface Sending {
  path: string
  body: Buffer
  token?: string | undefined
  method?: string
}

/** How a hostile request ended: the status of its answer, or the connection was closed without one. */
export type RequestOutcome = number | 'closed'

/** Sends a whole body, as fast as it is read, on a connection of its own. */
export function sendBody(
  url: string,
  { path, body, token, method = 'POST' }: Sending,
): Promise<RequestOutcome> {
  return new Promise((resolve) => {
    const sending = request(new URL(path, url), {
      method,
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    })
    sending.once('response', (answer) => {
      answer.resume().once('close', () => sending.destroy())
      resolve(answer.statusCode ?? 'closed')
    })
    // Also after the response: the server need not read a body that it has rejected.
    sending.on('error', () => resolve('closed'))
    sending.end(body)
  })
}

interface Head {
  method: string
  path: string
  bytes: number
  token?: string | undefined
  type?: string | undefined
}

/**
 * Sends a head with a content length and no body. Resolves with all data received until the server closes the
 * connection.
 */
export function sendHead(url: string, { method, path, bytes, token, type }: Head): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: test',
    `content-type: ${type ?? 'application/json'}`,
    `content-length: ${bytes}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return allThatComes(socket)
}

/** A request that was started and is not finished. */
export interface UnfinishedRequest {
  /** All data received until the server closed the connection. */
  readonly answer: Promise<string>
  /** Resolves when data arrives or the server closes the connection. */
  readonly isAnswered: Promise<unknown>
  readonly socket: Socket
}

/** Sends a body but its last byte, on a connection of its own; resolves when that is written. */
export async function sendUnfinished(
  url: string,
  { path, body, token, method = 'POST' }: Sending,
): Promise<UnfinishedRequest> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const answer = allThatComes(socket)
  const isAnswered = Promise.race([answer, once(socket, 'data').catch(() => answer)])
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: test',
    'content-type: application/json',
    `content-length: ${body.length}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
  ]
  // @NOTE a connection that breaks meanwhile shows in the answer.
  await once(socket, 'connect').catch(() => answer)
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(body.subarray(0, -1))
  if (socket.writableNeedDrain)
    await Promise.race([once(socket, 'drain').catch(() => answer), answer])
  return { answer, isAnswered, socket }
}

function allThatComes(socket: Socket): Promise<string> {
  // A server may reset the connection; the close event reports that too.
  socket.on('error', () => undefined)
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString()
    })
    socket.once('close', () => resolve(text))
  })
}
