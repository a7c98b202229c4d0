import type { Socket } from 'node:net'

/**
 * What is read of one connection in one turn of the event loop. Node reads up to 2 MiB in a turn, whose decryption would
 * keep the keystrokes of other connections waiting for 20 ms.
 */
const turnBytesMax = 256 * 1024

/** Lets a socket that delivers much rest until the next turn of the event loop. */
export function readInTurns(socket: Socket): void {
  let readBytes = 0
  socket.on('data', (piece: Buffer) => {
    if (readBytes === 0) setImmediate(next)
    readBytes += piece.length
    if (readBytes >= turnBytesMax) socket.pause()
  })
  const next = () => {
    const isPaused = readBytes >= turnBytesMax
    readBytes = 0
    if (isPaused) socket.resume()
  }
}
