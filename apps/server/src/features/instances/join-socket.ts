import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Frame } from './first-frame.ts'

/** Bytes that may be buffered in a browser's socket before the machine's stream is paused. */
const waitingMax = 1024 * 1024

/** Text frames are not part of the byte stream: `onText` handles them, and an error that it throws ends the join. */
export interface JoinOptions {
  onText(text: string): void
  /** Returns, once, the frames that arrived before the join. */
  early(): readonly Frame[]
  /** Returns a function that takes the pieces of the stream and sends what is in them; by default, the pieces. */
  unwrap?: (send: (bytes: Buffer) => void) => (piece: Buffer) => void
  /** Called with pieces of the stream, or parts of them, that were sent: their memory may be used again. */
  release?: (bytes: Buffer) => void
  signal: AbortSignal
}

/** How a join ended: the machine closed the stream, the stream broke, or the browser disconnected. */
export type JoinEnd = 'stream_ended' | 'stream_broke' | 'socket_closed'

/**
 * Joins a WebSocket and a stream of a machine, both ways and with backpressure, until either ends. The stream is
 * destroyed when the socket closes; on the machine that only detaches.
 */
export function joinSocket(
  socket: WebSocket,
  stream: Duplex,
  { onText, early, signal, unwrap = (send) => send, release = () => {} }: JoinOptions,
): Promise<JoinEnd> {
  const { promise, resolve, reject } = Promise.withResolvers<JoinEnd>()
  const leave = () => {
    stream.destroy()
    // A paused socket would never receive the other side's close frame.
    socket.resume()
  }
  const finish = (end: JoinEnd) => {
    leave()
    resolve(end)
  }
  sendTo(socket, stream, { unwrap, release })
  stream.once('end', () => finish('stream_ended'))
  stream.once('error', () => finish('stream_broke'))
  stream.once('close', () => finish('stream_broke'))
  stream.on('drain', () => socket.resume())
  const take = ({ bytes, isBinary }: Frame) => {
    try {
      if (!isBinary) onText(bytes.toString())
      else if (!stream.destroyed && !stream.write(bytes)) socket.pause()
    } catch (error) {
      leave()
      reject(error)
    }
  }
  socket.resume()
  for (const frame of early()) take(frame)
  socket.on('message', (bytes: Buffer, isBinary: boolean) => take({ bytes, isBinary }))
  socket.once('close', () => finish('socket_closed'))
  signal.addEventListener('abort', () => finish('socket_closed'), { once: true })
  // Either may have ended while the other was opened; its event does not repeat.
  if (signal.aborted) finish('socket_closed')
  else if (stream.destroyed) finish('stream_broke')
  return promise
}

/** Parts of at least this size are sent as they are: collecting them in one frame would copy them. */
const largePartBytes = 64 * 1024

/** Small parts of one turn of the event loop are sent as one frame: frames of 16 KiB each took a third more processor time. */
function sendTo(
  socket: WebSocket,
  stream: Duplex,
  { unwrap, release }: Required<Pick<JoinOptions, 'unwrap' | 'release'>>,
): void {
  let parts: Buffer[] = []
  let bytes = 0
  const holdWhileFull = () => {
    if (socket.bufferedAmount + bytes >= waitingMax) stream.pause()
  }
  const sendFrame = (frame: Buffer, sent: () => void) =>
    socket.send(frame, () => {
      sent()
      if (socket.bufferedAmount + bytes < waitingMax) stream.resume()
    })
  const flush = () => {
    if (parts.length === 0) return
    const frame = Buffer.concat(parts, bytes)
    for (const part of parts) release(part)
    parts = []
    bytes = 0
    sendFrame(frame, () => {})
    holdWhileFull()
  }
  let unsent = 0
  const send = unwrap((part) => {
    unsent -= part.length
    if (part.length >= largePartBytes) {
      flush()
      sendFrame(part, () => release(part))
      return
    }
    bytes += part.length
    if (parts.push(part) === 1) setImmediate(flush)
  })
  stream.on('data', (piece: Buffer) => {
    unsent = piece.length
    send(piece)
    // What belongs to no part.
    if (unsent > 0) release(piece.subarray(0, unsent))
    holdWhileFull()
  })
  stream.once('end', flush)
  stream.once('close', flush)
}
