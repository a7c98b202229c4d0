import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Timers } from '@gridloom/async/clock'

/** How long a client may go on sending to a port that has closed its connection. */
const lingerMs = 10_000

/**
 * Joins a client and a stream to the instance, each way at the pace of its reader. The end of one direction is passed
 * on alone, as TCP has it. What breaks on one side is a reset on the other: nobody takes half of the bytes for all.
 * Calls `over` once, when both have closed.
 */
export function joinSockets(
  { socket, stream, clock }: { socket: Socket; stream: Duplex; clock: Timers },
  over: () => void,
): void {
  let stopLingering = () => {}
  let open = 2
  const closed = () => {
    open -= 1
    if (open === 0) over()
  }
  // @NOTE the side that fails also closes, which the other side hears of below.
  socket.on('error', () => {})
  stream.on('error', () => {})
  socket.pipe(stream)
  stream.pipe(socket)
  socket.once('close', () => {
    stopLingering()
    // A client that has sent and read everything leaves its last bytes to the instance.
    if (!(socket.readableEnded && socket.writableFinished)) breakOff(stream)
    closed()
  })
  stream.once('close', () => {
    closed()
    const isWhole = stream.readableEnded && stream.errored === null
    if (!isWhole) return void socket.resetAndDestroy()
    // The instance has closed its end: what the client still sends is dropped, until it has read the last byte.
    socket.unpipe(stream)
    socket.resume()
    if (!socket.readableEnded) stopLingering = clock.after(lingerMs, () => socket.destroy())
  })
}

function breakOff(stream: Duplex): void {
  if (stream instanceof Socket) stream.resetAndDestroy()
  else stream.destroy(new Error('the client broke off'))
}
