import type { FileKind } from '@gridloom/contract/files/file-entry'
import type { ByteRange } from '../../platform/http/byte-range.ts'
import type { FileAttributes } from './sftp/attributes.ts'

/** A file, a folder or a symbolic link as it was found. */
export interface FoundFile {
  readonly name: Buffer
  readonly attributes: FileAttributes
  readonly user: string | null
  readonly group: string | null
  /** Of a symbolic link, where it is known. */
  readonly target: Buffer | null
  readonly targetKind: FileKind | null
}

/** A file that is read. */
export interface OpenedFile {
  readonly attributes: FileAttributes
  /**
   * Yields the bytes of a range, at the reader's pace; fewer where the file has become shorter. Call it once; leaving it
   * closes the file.
   */
  bytes(range: ByteRange): AsyncGenerator<Buffer, void>
  /** Closes a file whose bytes are not read. */
  close(): Promise<void>
}

/** An entry of a folder and of the folders in it, in an order in which folders come before what they hold. */
export interface WalkedFile {
  /** Below the folder that is walked; empty for that folder itself. */
  readonly path: Buffer
  readonly found: FoundFile
  /** Of a file: opens it. Call it before the next entry is asked for. */
  open(): Promise<OpenedFile>
}

/** The files of one instance, to be read: by SFTP, or of a stopped one through its machine's engine. */
export interface FileSource extends Disposable {
  readonly kind: 'running' | 'stopped'
  /** `read`: they can only be read. */
  readonly access: 'write' | 'read'
  /** Aborts when the caller leaves, or may not do this any more. */
  readonly signal: AbortSignal
  /** Yields the entries of a folder in pieces, in no order, without `.` and `..`, and without targets of links. */
  folder(path: Buffer): AsyncGenerator<readonly FoundFile[], void>
  /** Adds to an entry of a folder what a list shows, and takes several requests: the target of a link. */
  complete(folder: Buffer, file: FoundFile): Promise<FoundFile>
  /** Finds a file; symbolic links are kept by default. */
  find(path: Buffer, links?: 'kept' | 'followed'): Promise<FoundFile>
  /** Opens a file, following symbolic links. @throws Refused `file_refused` for what is no file */
  open(path: Buffer): Promise<OpenedFile>
  walk(path: Buffer): AsyncGenerator<WalkedFile, void>
}
