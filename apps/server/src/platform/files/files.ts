import type { DiskReserve } from './reserve.ts'

/**
 * The store of files that are too large for the database. Keys are relative paths of letters, digits, `.`, `_`, `-` and
 * `/`; a file is written once under its key and then only read or deleted, so that no reader sees a partial one.
 */
export interface Files extends FileDriver {
  /** The reserve of the disk that has the scratch folder and everything else that this replica writes. */
  readonly reserve: DiskReserve
}

/** A store of files, without regard to free space. */
export interface FileDriver {
  /** Writes a whole file, replacing an earlier one once all bytes have arrived. Resolves with the number of bytes. */
  put(
    key: string,
    pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<number>
  /** Moves a finished file of the scratch folder to a key, without copying it where possible. */
  adopt(key: string, file: string, signal: AbortSignal): Promise<void>
  /** Reads a file or a range of it, `end` exclusive, at the reader's pace. @throws FileMissing */
  read(key: string, range?: { start: number; end?: number }): AsyncIterable<Uint8Array>
  /** Returns the bytes of a file; `undefined` where there is none. */
  size(key: string): Promise<number | undefined>
  /** Deletes a file. Idempotent. */
  remove(key: string): Promise<void>
  /** Deletes every file whose key begins with `prefix`, which ends in a slash. */
  removeAll(prefix: string): Promise<void>
  /** A folder of this replica for unfinished files: uploads in progress, videos before they are stored. */
  readonly scratchFolder: string
  [Symbol.asyncDispose](): Promise<void>
}

/** There is no file under this key. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing'
}

/** No part begins with a dot: neither `..` nor a driver's own folders. */
const keyForm = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,254})*$/
const keyCharsMax = 900

/**
 * Returns the key. Every driver calls it first: an invalid key would be a path of the caller's choosing. @throws
 * TypeError
 */
export function checkedKey(key: string): string {
  if (key.length > keyCharsMax || !keyForm.test(key)) throw new TypeError(`not a file key: ${key}`)
  return key
}

/** Returns the prefix of a folder of keys, with the slash at its end. @throws TypeError */
export function checkedPrefix(prefix: string): string {
  if (!prefix.endsWith('/')) throw new TypeError(`not a prefix of file keys: ${prefix}`)
  return `${checkedKey(prefix.slice(0, -1))}/`
}
