import type { Readable, Writable } from 'node:stream'
import type { Timers } from '@gridloom/async/clock'
import { pause } from '@gridloom/async/pause'
import type { Socket } from '@gridloom/client/socket'

/** This computer's end of a tunnel; a socket is both. */
export interface LocalEnd {
  input: Readable
  output: Writable
}

/** How a tunnel ended: this computer left, or the server closed it with a code and perhaps a sentence. */
export type TunnelEnd = { kind: 'left' } | { kind: 'closed'; code: number; reason: string }

interface Carrying {
  clock: Timers
  signal: AbortSignal
}

const bufferedBytesMax = 1024 * 1024
const drainEveryMs = 10

/** Carries bytes between this computer and a tunnel, at the pace of the slower, until either ends. */
export function carryTunnel(
  { input, output }: LocalEnd,
  tunnel: Socket,
  carrying: Carrying,
): Promise<TunnelEnd> {
  const { promise, resolve } = Promise.withResolvers<TunnelEnd>()
  const leave = () => {
    tunnel.close()
    resolve({ kind: 'left' })
  }
  if (input.destroyed) leave()
  input.once('end', leave).once('close', leave)
  output.once('error', leave).once('close', leave)
  output.on('drain', () => tunnel.release())
  input.on('data', (bytes: Buffer) => {
    tunnel.sendBytes(new Uint8Array(bytes))
    if (tunnel.bufferedBytes > bufferedBytesMax) void holdUntilSent(input, tunnel, carrying)
  })
  tunnel.onFrame((frame) => {
    if (frame.kind === 'bytes') {
      const { bytes } = frame
      const sent = (cause?: Error | null) => void (cause || tunnel.reclaim(bytes))
      if (!output.write(bytes, sent)) tunnel.hold()
    }
    if (frame.kind !== 'closed') return
    output.end()
    resolve(frame)
  })
  input.resume()
  return promise
}

/** Polls, because a WebSocket has no event for when its buffered data was sent. */
async function holdUntilSent(
  input: Readable,
  tunnel: Socket,
  { clock, signal }: Carrying,
): Promise<void> {
  input.pause()
  while (tunnel.bufferedBytes > bufferedBytesMax && !input.destroyed && !signal.aborted) {
    await pause(clock, drainEveryMs, signal)
  }
  input.resume()
}
