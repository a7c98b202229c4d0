import type { Socket } from 'node:net'

/** HTTP/2 frames, built by hand. Source: RFC 9113, sections 4.1 and 6. */
const types = { data: 0, headers: 1, settings: 4, ping: 6, windowUpdate: 8 } as const

export function frame(
  kind: keyof typeof types,
  { stream = 0, flags = 0, payload = Buffer.alloc(0) } = {},
): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = types[kind]
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

const headBytes = 9
/** The connection preface of a client, before all frames. Source: RFC 9113, section 3.4. */
const prefaceBytes = 24

/** `:status 200`, from HPACK's static table. */
const ok = Buffer.from([0x88])
/** The first stream that a client opens: the reports. */
export const reportStream = 1

/** Starts as an agent does: acknowledges the settings, and answers the report stream with 200. */
export async function beginByHand(socket: Socket): Promise<void> {
  socket.on('error', () => {})
  socket.write(Buffer.concat([frame('settings'), frame('settings', { flags: 1 })]))
  await opened(socket)
  socket.write(frame('headers', { stream: reportStream, flags: 4, payload: ok }))
}

/** Resolves once the first stream is open: frames on an idle stream would end the connection for another reason. */
function opened(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    let came: Buffer = Buffer.alloc(0)
    let skipBytes = prefaceBytes
    socket.on('data', (piece: Buffer) => {
      came = Buffer.concat([came, piece])
      if (came.length < skipBytes) return
      came = came.subarray(skipBytes)
      skipBytes = 0
      while (came.length >= headBytes) {
        const bytes = headBytes + came.readUIntBE(0, 3)
        if (came.length < bytes) return
        if (came[3] === types.headers) resolve()
        came = came.subarray(bytes)
      }
    })
  })
}

/** Sends the same bytes for as long as they are accepted; resolves once the other side has ended the connection. */
export async function floodWith(socket: Socket, piece: Buffer): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    if (socket.closed) resolve()
    socket.once('close', resolve)
  })
  const pieces = Buffer.concat(Array.from({ length: 5_000 }, () => piece))
  while (!socket.destroyed) {
    if (socket.write(pieces)) continue
    const drained = new Promise<void>((resolve) => socket.once('drain', resolve))
    await Promise.race([drained, closed])
  }
  await closed
}
