/** The last bytes that a terminal printed. */
export interface Scrollback {
  push(bytes: Buffer): void
  /** Returns the stored bytes, oldest first. */
  read(): Buffer
}

export function createScrollback(bytesMax: number): Scrollback {
  let pieces: Buffer[] = []
  let length = 0
  return {
    push: (bytes) => {
      pieces.push(bytes)
      length += bytes.length
      if (length <= bytesMax * 2) return
      const last = Buffer.concat(pieces).subarray(-bytesMax)
      pieces = [Buffer.from(last)]
      length = last.length
    },
    read: () => Buffer.concat(pieces).subarray(-bytesMax),
  }
}
