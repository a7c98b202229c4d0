import { type FileHandle, open } from 'node:fs/promises'
import type { ByteSource } from './source.ts'

/** A file of this machine, open until it is disposed of. */
export interface FileSource extends ByteSource, AsyncDisposable {}

/** Opens a file for reading. Throws errors of the file system (`ENOENT`, `EACCES` …). */
export async function fileSource(path: string): Promise<FileSource> {
  const file = await open(path)
  return {
    ...handleSource(file, (await file.stat()).size),
    [Symbol.asyncDispose]: () => file.close(),
  }
}

/** Reads through a handle that the caller opens and closes. */
export function handleSource(file: FileHandle, size: number): ByteSource {
  return {
    size,
    async read(offset, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)))
      let filled = 0
      while (filled < bytes.length) {
        const part = await file.read(bytes, filled, bytes.length - filled, offset + filled)
        if (part.bytesRead === 0) break
        filled += part.bytesRead
      }
      return bytes.subarray(0, filled)
    },
  }
}
