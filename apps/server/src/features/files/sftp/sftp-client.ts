import {
  type AttributeChange,
  attributeFields,
  type FileAttributes,
  readAttributes,
} from './attributes.ts'
import { type SftpConnection, SftpFailure, type SftpReply } from './connection.ts'
import { replyTypes, requestTypes, SftpBroken, statusCodes } from './wire.ts'

/** An entry of a folder; `line` is as `ls -l` prints it, with the names of the owners. */
export interface ListedFile {
  readonly name: Buffer
  readonly line: Buffer
  readonly attributes: FileAttributes
}

/** An open file, as the server names it. */
export type FileHandle = Buffer

/** The operations of SFTP on the files of one instance. Paths are bytes. @throws SftpFailure, SftpBroken */
export interface SftpClient {
  readonly ended: AbortSignal
  end(reason: string): void
  lstat(path: Buffer): Promise<FileAttributes>
  /** Follows symbolic links. */
  stat(path: Buffer): Promise<FileAttributes>
  change(path: Buffer, change: AttributeChange): Promise<void>
  readlink(path: Buffer): Promise<Buffer>
  /** The path without symbolic links. */
  realpath(path: Buffer): Promise<Buffer>
  open(path: Buffer, flags: number): Promise<FileHandle>
  close(handle: FileHandle): Promise<void>
  fstat(handle: FileHandle): Promise<FileAttributes>
  changeOpen(handle: FileHandle, change: AttributeChange): Promise<void>
  /** Reads up to so many bytes; `undefined` at the end of the file. */
  read(handle: FileHandle, at: number, bytes: number): Promise<Buffer | undefined>
  write(handle: FileHandle, at: number, bytes: Uint8Array): Promise<void>
  /** Waits until what was written is on the disk. */
  sync(handle: FileHandle): Promise<void>
  openFolder(path: Buffer): Promise<FileHandle>
  /** The next entries of an open folder; `undefined` after the last. */
  readFolder(handle: FileHandle): Promise<ListedFile[] | undefined>
  makeFolder(path: Buffer): Promise<void>
  removeFolder(path: Buffer): Promise<void>
  remove(path: Buffer): Promise<void>
  /** Renames; fails where the target exists. */
  rename(path: Buffer, to: Buffer): Promise<void>
  /** Renames in one step, in place of an existing file. */
  replace(path: Buffer, to: Buffer): Promise<void>
  /** Bytes that a user may still write to the file system of a path. */
  freeBytes(path: Buffer): Promise<number>
}

export function createSftpClient({ request, ended, end }: SftpConnection): SftpClient {
  const { open, read, write, close } = requestTypes
  const attributesOf = async (type: number, subject: Buffer) =>
    readAttributes(expected(await request(type, [subject]), replyTypes.attributes))
  const handleOf = async (reply: Promise<SftpReply>) =>
    Buffer.from(expected(await reply, replyTypes.handle).bytes())
  const done = async (reply: Promise<SftpReply>) => void (await reply)
  const extended = (name: string, fields: readonly Uint8Array[]) =>
    request(requestTypes.extended, [Buffer.from(name), ...fields])
  const change = (type: number, subject: Buffer, changed: AttributeChange) =>
    done(request(type, [subject, ...attributeFields(changed)]))
  return {
    ended,
    end,
    lstat: (path) => attributesOf(requestTypes.lstat, path),
    stat: (path) => attributesOf(requestTypes.stat, path),
    change: (path, changed) => change(requestTypes.setstat, path, changed),
    readlink: async (path) => oneName(await request(requestTypes.readlink, [path])),
    realpath: async (path) => oneName(await request(requestTypes.realpath, [path])),
    open: (path, flags) => handleOf(request(open, [path, flags, 0])),
    close: (handle) => done(request(close, [handle])),
    fstat: (handle) => attributesOf(requestTypes.fstat, handle),
    changeOpen: (handle, changed) => change(requestTypes.fsetstat, handle, changed),
    read: (handle, at, bytes) =>
      untilEnd(async () => {
        const reply = await request(read, [handle, BigInt(at), bytes])
        const part = expected(reply, replyTypes.data).bytes()
        if (part.length === 0 || part.length > bytes)
          throw new SftpBroken('a wrong number of bytes')
        return part
      }),
    write: (handle, at, bytes) => done(request(write, [handle, BigInt(at), bytes])),
    sync: (handle) => done(extended('fsync@openssh.com', [handle])),
    openFolder: (path) => handleOf(request(requestTypes.opendir, [path])),
    readFolder: (handle) =>
      untilEnd(async () => listed(await request(requestTypes.readdir, [handle]))),
    makeFolder: (path) => done(request(requestTypes.mkdir, [path, 0])),
    removeFolder: (path) => done(request(requestTypes.rmdir, [path])),
    remove: (path) => done(request(requestTypes.remove, [path])),
    rename: (path, to) => done(request(requestTypes.rename, [path, to])),
    replace: (path, to) => done(extended('posix-rename@openssh.com', [path, to])),
    freeBytes: async (path) => {
      const reply = await extended('statvfs@openssh.com', [path])
      const [, fragmentBytes = 0, , , available = 0] = numbersOf(reply)
      return fragmentBytes * available
    },
  }
}

/** The file system's numbers: block size, fragment size, blocks, free ones, and those that are free to users. */
function numbersOf(reply: SftpReply): number[] {
  const fields = expected(reply, replyTypes.extendedReply)
  return Array.from({ length: 5 }, () => fields.long())
}

function listed(reply: SftpReply): ListedFile[] {
  const fields = expected(reply, replyTypes.name)
  // The fields of an entry have 12 bytes at least: a count that is too large ends at the end of the message.
  return Array.from({ length: Math.min(fields.number(), 10_000) }, () => ({
    name: fields.bytes(),
    line: fields.bytes(),
    attributes: readAttributes(fields),
  }))
}

function oneName(reply: SftpReply): Buffer {
  const names = expected(reply, replyTypes.name)
  if (names.number() !== 1) throw new SftpBroken('several names in place of one')
  return names.bytes()
}

function expected({ type, fields }: SftpReply, wanted: number) {
  if (type !== wanted) throw new SftpBroken(`an answer of type ${type} in place of ${wanted}`)
  return fields
}

async function untilEnd<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SftpFailure && error.status === statusCodes.endOfFile) return undefined
    throw error
  }
}
