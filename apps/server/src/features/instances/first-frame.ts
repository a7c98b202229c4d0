import { Refused } from '@gridloom/contract/errors'
import type { WebSocket } from 'ws'

const withinMs = 10_000

/** What came in one message of a WebSocket. */
export interface Frame {
  bytes: Buffer
  isBinary: boolean
}

export interface FirstFrame {
  text: string
  /** Gives, once, what came behind it: a socket that is paused still hands out what it had read already. */
  later(): readonly Frame[]
}

/**
 * Waits for the first frame, which carries the token. The socket is paused from then on, until it is joined or closed.
 * @throws Refused `unauthorized` when none comes in ten seconds, or the socket closes before
 */
export function firstFrame(socket: WebSocket): Promise<FirstFrame> {
  return new Promise((resolve, reject) => {
    const giveUp = (why: string) => reject(new Refused('unauthorized', { internal: why }))
    const limit = AbortSignal.timeout(withinMs)
    const late = () => giveUp(`no first frame within ${withinMs} ms`)
    limit.addEventListener('abort', late, { once: true })
    socket.once('close', () => giveUp('the socket closed before its first frame'))
    socket.once('message', (first: Buffer) => {
      limit.removeEventListener('abort', late)
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
