/** Where the output of a program goes. */
export interface Outputs {
  stdout(part: Buffer): void
  stderr(part: Buffer): void
}

const headerBytes = 8
const stderrStream = 2

/**
 * Returns a function that takes the engine's multiplexed output in any pieces (a header of eight bytes before each part:
 * the stream, three zeros and the length, big endian) and passes the parts on without copying them. Source: Docker
 * Engine API, "Attach to a container", stream format.
 */
export function splitFrames({ stdout, stderr }: Outputs): (piece: Buffer) => void {
  const header = Buffer.alloc(headerBytes)
  let headerRead = 0
  let left = 0
  let deliver = stdout
  return (piece) => {
    let at = 0
    while (at < piece.length) {
      if (left === 0) {
        const copied = piece.copy(header, headerRead, at, at + headerBytes - headerRead)
        at += copied
        headerRead += copied
        if (headerRead < headerBytes) return
        headerRead = 0
        left = header.readUInt32BE(4)
        deliver = header[0] === stderrStream ? stderr : stdout
      } else {
        const end = Math.min(piece.length, at + left)
        deliver(piece.subarray(at, end))
        left -= end - at
        at = end
      }
    }
  }
}
