import type { ByteRange } from '../../platform/http/byte-range.ts'
import type { FileHandle, SftpClient } from './sftp/sftp-client.ts'

/** Bytes of one request; OpenSSH answers as many in one message. */
const pieceBytes = 128 * 1024
/** Requests under way at once: 1 MiB a reader. */
const aheadMax = 8

interface Reading {
  handle: FileHandle
  range: ByteRange
  signal: AbortSignal
}

/** Reads a range of an open file with several requests ahead of the reader; ends early where the file does. */
export async function* readRange(
  sftp: SftpClient,
  { handle, range, signal }: Reading,
): AsyncGenerator<Buffer, void> {
  const end = range.start + range.bytes
  const ahead: Promise<Buffer[]>[] = []
  for (let at = range.start; at < end || ahead.length > 0; ) {
    while (at < end && ahead.length < aheadMax) {
      const bytes = Math.min(pieceBytes, end - at)
      const piece = readWhole(sftp, handle, { start: at, bytes })
      // @NOTE its failure is thrown where it is awaited, or the reader has left
      piece.catch(() => {})
      ahead.push(piece)
      at += bytes
    }
    const parts = (await ahead.shift()) ?? []
    signal.throwIfAborted()
    if (parts.length === 0) return
    yield* parts
  }
}

/** Reads a piece in as many requests as the server needs for it. */
async function readWhole(
  sftp: SftpClient,
  handle: FileHandle,
  range: ByteRange,
): Promise<Buffer[]> {
  const parts: Buffer[] = []
  for (let read = 0; read < range.bytes; ) {
    const part = await sftp.read(handle, range.start + read, range.bytes - read)
    if (part === undefined) break
    parts.push(part)
    read += part.length
  }
  return parts
}
