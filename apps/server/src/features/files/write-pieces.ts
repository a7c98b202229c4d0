import type { FileHandle, SftpClient } from './sftp/sftp-client.ts'

/** Requests under way at once. */
const aheadMax = 12
/** OpenSSH takes no more in one message. */
const pieceBytesMax = 192 * 1024

/** Writes bytes to an open file, in their order, several requests ahead of their answers. */
export interface PieceWriter {
  write(bytes: Uint8Array): Promise<void>
  /** Waits until everything is written. */
  flush(): Promise<void>
}

export function createPieceWriter(sftp: SftpClient, handle: FileHandle, from: number): PieceWriter {
  const ahead: Promise<void>[] = []
  let at = from
  return {
    async write(bytes) {
      for (let cut = 0; cut < bytes.length; cut += pieceBytesMax) {
        const piece = bytes.subarray(cut, cut + pieceBytesMax)
        const written = sftp.write(handle, at, piece)
        // @NOTE its failure is thrown where it is awaited
        written.catch(() => {})
        ahead.push(written)
        at += piece.length
        if (ahead.length >= aheadMax) await ahead.shift()
      }
    },
    async flush() {
      await Promise.all(ahead.splice(0))
    },
  }
}
