import type { Timers } from '@gridloom/async/clock'
import { Refused } from '@gridloom/contract/errors'
import type { WebSocket } from 'ws'

const withinMs = 10_000

/** A message of a WebSocket. */
export interface Frame {
  bytes: Buffer
  isBinary: boolean
}

/** The text of a socket's first frame, and the frames after it. */
export interface FirstFrame {
  text: string
  /** Returns, once, the frames after it: a paused socket still delivers what it has already read. */
  later(): readonly Frame[]
}

/**
 * Waits for the first frame, which carries the token. The socket is then paused until it is joined or closed.
 * @throws Refused `unauthorized` when none arrives within ten seconds, or the socket closes before
 */
export function firstFrame(socket: WebSocket, timers: Timers): Promise<FirstFrame> {
  return new Promise((resolve, reject) => {
    const giveUp = (why: string) => reject(new Refused('unauthorized', { internal: why }))
    const cancel = timers.after(withinMs, () => giveUp(`no first frame within ${withinMs} ms`))
    socket.once('close', () => {
      cancel()
      giveUp('the socket closed before its first frame')
    })
    socket.once('message', (first: Buffer) => {
      cancel()
      socket.pause()
      const frames: Frame[] = []
      const keep = (bytes: Buffer, isBinary: boolean) => void frames.push({ bytes, isBinary })
      socket.on('message', keep)
      const later = () => {
        socket.off('message', keep)
        return frames
      }
      resolve({ text: first.toString(), later })
    })
  })
}
