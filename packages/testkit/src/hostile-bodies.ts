import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'

/** Bodies that take a server long where it reads them before it asks who sends them. */
export const hostileBodies = {
  /** An array in an array, 3.9 million deep. */
  deep: () => Buffer.from(`${'['.repeat(3_900_000)}]`),
  /** 2.6 million empty objects, and a key that has a careful parser look at each of them. */
  wide: () => Buffer.from(`[{"\\u005f_proto__":1}${',{}'.repeat(2_600_000)}]`),
  /** Half as many fields as 8 MiB hold, none of them known. */
  strangeFields: () =>
    Buffer.from(`{${Array.from({ length: 600_000 }, (_, at) => `"f${at}":1`).join(',')}}`),
  /** Backslashes, at each of which a careless search begins anew. */
  escapes: () => Buffer.from(`{"model":"${'\\\\'.repeat(3_900_000)}"}`),
  /** As many messages as there may be, each wrong in a way that takes long to tell. */
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
export type Ended = number | 'closed'

/** Sends a body whole, as fast as it is taken, on a connection of its own. */
export function sendBody(
  url: string,
  { path, body, token, method = 'POST' }: Sending,
): Promise<Ended> {
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
    // Also after its answer: the server need not take in what it has refused.
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

/** Announces a body and sends none of it. Resolves with all that comes back until the server closes the connection. */
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

/** A request that was begun and is not finished. */
export interface Unfinished {
  /** What came back until the server closed the connection. */
  readonly answer: Promise<string>
  /** Something came back, or the server closed the connection. */
  readonly isAnswered: Promise<unknown>
  readonly socket: Socket
}

/** Announces a body and sends all of it but its last byte, on a connection of its own; resolves when that is written. */
export async function sendUnfinished(
  url: string,
  { path, body, token, method = 'POST' }: Sending,
): Promise<Unfinished> {
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
  // @NOTE a connection that breaks meanwhile is what the answer tells of.
  await once(socket, 'connect').catch(() => answer)
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(body.subarray(0, -1))
  if (socket.writableNeedDrain)
    await Promise.race([once(socket, 'drain').catch(() => answer), answer])
  return { answer, isAnswered, socket }
}

function allThatComes(socket: Socket): Promise<string> {
  // A server that had enough may reset the connection; its close says so too.
  socket.on('error', () => undefined)
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString()
    })
    socket.once('close', () => resolve(text))
  })
}
