import { createHash, randomBytes } from 'node:crypto'

/** RFC 6455, 1.3. */
const guid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const headBytesMax = 16 * 1024
const headEnd = '\r\n\r\n'

/** The opening of a WebSocket by its client (RFC 6455, 4.1). */
export interface Handshake {
  request: string
  /**
   * Takes a piece of the answer. Returns the bytes after its head once that is whole.
   * @throws Error where the server does not agree
   */
  read(piece: Buffer): Buffer | undefined
}

export function createHandshake({ host, pathname, search }: URL): Handshake {
  const key = randomBytes(16).toString('base64')
  const lines = [
    `GET ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    `Sec-WebSocket-Key: ${key}`,
    'Sec-WebSocket-Version: 13',
  ]
  let head = Buffer.alloc(0)
  return {
    request: `${lines.join('\r\n')}${headEnd}`,
    read(piece) {
      head = Buffer.concat([head, piece])
      const end = head.indexOf(headEnd)
      if (end < 0 && head.length <= headBytesMax) return undefined
      if (end < 0 || end > headBytesMax) throw new Error('The answer of the server has no end.')
      checkAnswer(head.toString('latin1', 0, end), key)
      return head.subarray(end + headEnd.length)
    },
  }
}

function checkAnswer(head: string, key: string): void {
  const [status = '', ...fields] = head.split('\r\n')
  if (!/^HTTP\/1\.1 101( |$)/.test(status)) throw new Error(`The server answered: ${status}`)
  const fieldOf = (name: string) => {
    const field = fields.find((line) => line.toLowerCase().startsWith(`${name}:`))
    return field?.slice(name.length + 1).trim()
  }
  const expected = createHash('sha1').update(`${key}${guid}`).digest('base64')
  if (fieldOf('upgrade')?.toLowerCase() !== 'websocket') throw new Error('It is no WebSocket.')
  if (fieldOf('sec-websocket-accept') !== expected) throw new Error('It answered another request.')
}
