import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** Bytes that may wait in a browser's socket before the machine's stream is held back. */
const waitingMax = 1024 * 1024

/** Text frames are not bytes of the stream; whoever joins says what they mean. */
export interface JoinOptions {
  onText(text: string): void
  signal: AbortSignal
}

/** How a join ended: the machine's side closed in order, it broke, or the browser went. */
export type JoinEnd = 'stream_ended' | 'stream_broke' | 'socket_closed'

/**
 * Joins a WebSocket and a stream of a machine, both ways and each at the other's pace, until either ends.
 * The stream is destroyed when the socket goes; on the machine that only detaches.
 */
export function joinSocket(
  socket: WebSocket,
  stream: Duplex,
  { onText, signal }: JoinOptions,
): Promise<JoinEnd> {
  return new Promise((resolve) => {
    const finish = (end: JoinEnd) => {
      stream.destroy()
      resolve(end)
    }
    stream.on('data', (chunk: Buffer) => {
      socket.send(chunk, () => {
        if (socket.bufferedAmount < waitingMax) stream.resume()
      })
      if (socket.bufferedAmount >= waitingMax) stream.pause()
    })
    stream.once('end', () => finish('stream_ended'))
    stream.once('error', () => finish('stream_broke'))
    stream.once('close', () => finish('stream_broke'))
    stream.on('drain', () => socket.resume())
    socket.on('message', (frame: Buffer, isBinary: boolean) => {
      if (!isBinary) onText(frame.toString())
      else if (!stream.write(frame)) socket.pause()
    })
    socket.once('close', () => finish('socket_closed'))
    signal.addEventListener('abort', () => finish('stream_broke'), { once: true })
  })
}

/** Waits for the first frame, which carries the token. @throws Error when none comes in ten seconds */
export function firstFrame(socket: WebSocket): Promise<string> {
  return new Promise((resolve, reject) => {
    const limit = AbortSignal.timeout(10_000)
    limit.addEventListener('abort', () => reject(new Error('no first frame within ten seconds')), {
      once: true,
    })
    socket.once('message', (frame: Buffer) => resolve(frame.toString()))
    socket.once('close', () => reject(new Error('the socket closed before its first frame')))
  })
}
