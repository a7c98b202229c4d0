import { createWriteStream, type Stats } from 'node:fs'
import { chmod, lstat, mkdir, open, readdir, rename, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file or folder of this computer. */
export interface LocalFile {
  readonly kind: 'file' | 'folder' | 'other'
  readonly sizeBytes: number
  readonly mode: number
  readonly modifiedMs: number
}

/** The files of this computer, by paths of bytes. */
export interface LocalFiles {
  /** Follows symbolic links; `undefined` where there is nothing. */
  find(file: Buffer): Promise<LocalFile | undefined>
  /** The names in a folder, and whether each is a symbolic link. */
  list(folder: Buffer): AsyncIterable<{ name: Buffer; isLink: boolean }>
  /** Opens a file for reading in pieces, until disposed. */
  read(file: Buffer): Promise<LocalReader>
  /** Appends to a file that has so many bytes, and creates it without. */
  append(
    file: Buffer,
    from: number,
    pieces: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<void>
  /** Gives a complete file its permissions, its time and its name. */
  place(part: Buffer, file: Buffer, facts: Pick<LocalFile, 'mode' | 'modifiedMs'>): Promise<void>
  makeFolder(folder: Buffer): Promise<void>
  /** Standard input as it comes. */
  stdin(): AsyncIterable<Uint8Array>
}

export interface LocalReader extends AsyncDisposable {
  /** Fewer bytes only at the end of the file. */
  read(offset: number, bytes: number): Promise<Uint8Array>
}

/** The path of a name in a folder of this computer. */
export function localPathIn(folder: Buffer, name: Uint8Array): Buffer {
  return Buffer.concat([folder, Buffer.from(path.sep), name])
}

export const localFiles: LocalFiles = {
  async find(file) {
    try {
      return factsOf(await stat(file))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  },
  async *list(folder) {
    for (const name of await readdir(folder, { encoding: 'buffer' })) {
      const found = await lstat(localPathIn(folder, name))
      yield { name, isLink: found.isSymbolicLink() }
    }
  },
  async read(file) {
    const handle = await open(file)
    return {
      async read(offset, bytes) {
        const into = Buffer.alloc(bytes)
        let filled = 0
        while (filled < bytes) {
          const { bytesRead } = await handle.read(into, filled, bytes - filled, offset + filled)
          if (bytesRead === 0) break
          filled += bytesRead
        }
        return into.subarray(0, filled)
      },
      [Symbol.asyncDispose]: () => handle.close(),
    }
  },
  async append(file, from, pieces, signal) {
    const into = createWriteStream(file, from === 0 ? { flags: 'w' } : { flags: 'r+', start: from })
    await pipeline(Readable.from(pieces), into, { signal })
  },
  async place(part, file, { mode, modifiedMs }) {
    await chmod(part, mode)
    await utimes(part, modifiedMs / 1_000, modifiedMs / 1_000)
    await rename(part, file)
  },
  makeFolder: async (folder) => void (await mkdir(folder, { recursive: true })),
  stdin: () => process.stdin,
}

function factsOf(found: Stats): LocalFile {
  const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other'
  return {
    kind,
    sizeBytes: found.size,
    mode: found.mode & 0o7777,
    modifiedMs: Math.floor(found.mtimeMs),
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR'
}
