/**
 * The store of files: what is too large for the database. Keys are relative paths of letters, digits, `.`, `_`, `-`
 * and `/`; a file is written once under its key and then only read or deleted, so that nobody sees half of one.
 */
export interface Files {
  /** Writes a whole file, replacing what stood there once all of it has come. Resolves with how many bytes it has. */
  put(
    key: string,
    pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<number>
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
