import type { DiskReserve } from './reserve.ts'

/**
 * The store of files: what is too large for the database. Keys are relative paths of letters, digits, `.`, `_`, `-`
 * and `/`; a file is written once under its key and then only read or deleted, so that nobody sees half of one.
 */
export interface Files extends FileDriver {
  /** Of the disk that the scratch folder is on, as is all else that this replica writes. */
  readonly reserve: DiskReserve
}

/** A store of files, without regard to free space. */
export interface FileDriver {
  /** Writes a whole file, replacing what stood there once all of it has come. Resolves with how many bytes it has. */
  put(
    key: string,
    pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<number>
  /** Moves a finished file of the scratch folder under a key: without copying it, where that can be. */
  adopt(key: string, file: string, signal: AbortSignal): Promise<void>
  /** Reads a file or a range of it, `end` exclusive, at the reader's pace. @throws FileMissing */
  read(key: string, range?: { start: number; end?: number }): AsyncIterable<Uint8Array>
  /** Bytes of a file; `undefined` where there is none. */
  size(key: string): Promise<number | undefined>
  /** Deletes a file; one that is not there is deleted already. */
  remove(key: string): Promise<void>
  /** Deletes every file whose key begins with `prefix`, which ends in a slash. */
  removeAll(prefix: string): Promise<void>
  /** A folder of this replica for what is being made: uploads on their way, videos before they are put. */
  readonly scratchFolder: string
  [Symbol.asyncDispose](): Promise<void>
}

/** There is no file under this key. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing'
}

/** No part begins with a dot: neither `..` nor the folders that a driver keeps for itself. */
const keyForm = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,254})*$/
const keyCharsMax = 900

/** The key, which every driver asks for first: what is no key would be a path of the caller's choosing. @throws TypeError */
export function checkedKey(key: string): string {
  if (key.length > keyCharsMax || !keyForm.test(key)) throw new TypeError(`not a file key: ${key}`)
  return key
}

/** The prefix of a folder of keys, with the slash at its end. @throws TypeError */
export function checkedPrefix(prefix: string): string {
  if (!prefix.endsWith('/')) throw new TypeError(`not a prefix of file keys: ${prefix}`)
  return `${checkedKey(prefix.slice(0, -1))}/`
}
