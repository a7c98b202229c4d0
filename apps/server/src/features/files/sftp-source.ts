import { fileRefused } from './file-refusals.ts'
import type { FileSource, FoundFile, OpenedFile } from './file-source.ts'
import { isDots, joinBytes } from './path-bytes.ts'
import type { SftpFiles } from './reach-files.ts'
import { readRange } from './read-range.ts'
import { kindOf } from './sftp/attributes.ts'
import { SftpFailure } from './sftp/connection.ts'
import type { ListedFile, SftpClient } from './sftp/sftp-client.ts'
import { openFlags } from './sftp/wire.ts'
import { walkFolder } from './walk-folder.ts'

/** The files of an instance, by SFTP. */
export function sftpSource({ sftp, signal, state, ...rest }: SftpFiles & Disposable): FileSource {
  const source: Omit<FileSource, 'walk' | keyof Disposable> = {
    kind: state,
    access: 'write',
    signal,
    folder: (path) => listFolder(sftp, path, signal),
    complete: async (folder, file) => withTarget(sftp, joinBytes(folder, file.name), file),
    find: async (path, links = 'kept') => {
      const attributes = await (links === 'kept' ? sftp.lstat(path) : sftp.stat(path))
      const name = path.subarray(path.lastIndexOf('/') + 1)
      const found = { name, attributes, user: null, group: null, target: null, targetKind: null }
      return withTarget(sftp, path, found)
    },
    open: (path) => openFile(sftp, path, signal),
  }
  return {
    ...source,
    walk: (path) => walkFolder(source, path),
    [Symbol.dispose]: () => rest[Symbol.dispose](),
  }
}

/** Requests for entries under way at once; each answer has a hundred. */
const foldersAhead = 4

async function* listFolder(
  sftp: SftpClient,
  path: Buffer,
  signal: AbortSignal,
): AsyncGenerator<readonly FoundFile[], void> {
  const handle = await sftp.openFolder(path)
  try {
    for (const ahead: ReturnType<SftpClient['readFolder']>[] = []; ; ) {
      signal.throwIfAborted()
      while (ahead.length < foldersAhead) {
        const next = sftp.readFolder(handle)
        // @NOTE its failure is thrown where it is awaited, or the reader has left
        next.catch(() => {})
        ahead.push(next)
      }
      const listed = await ahead.shift()
      if (listed === undefined) return
      yield listed.filter(({ name }) => !isDots(name)).map(foundFile)
    }
  } finally {
    await closeQuietly(sftp, handle)
  }
}

/** `drwxr-xr-x    2 root     root  4096 …`: the server's own names of user and group. */
const ownersPattern = /^\S+\s+\d+\s+(\S+)\s+(\S+)\s/

function foundFile({ name, line, attributes }: ListedFile): FoundFile {
  const [, user = null, group = null] = ownersPattern.exec(line.toString('utf8', 0, 200)) ?? []
  return { name, attributes, user, group, target: null, targetKind: null }
}

async function withTarget(sftp: SftpClient, path: Buffer, file: FoundFile): Promise<FoundFile> {
  if (kindOf(file.attributes) !== 'symlink') return file
  const [target, followed] = await Promise.all([
    sftp.readlink(path).catch(noneOf),
    sftp.stat(path).catch(noneOf),
  ])
  return { ...file, target, targetKind: followed === null ? null : kindOf(followed) }
}

/** A link that leads nowhere, or vanished meanwhile, is shown as one. */
function noneOf(error: unknown): null {
  if (error instanceof SftpFailure) return null
  throw error
}

async function openFile(sftp: SftpClient, path: Buffer, signal: AbortSignal): Promise<OpenedFile> {
  // A pipe would wait for its writer, and a device has no end: only files are opened.
  if (kindOf(await sftp.stat(path)) !== 'file') throw fileRefused('This is not a file.')
  const handle = await sftp.open(path, openFlags.read)
  // Once: the server gives the number of a closed handle to the next file.
  let closing: Promise<void> | undefined
  const close = () => (closing ??= closeQuietly(sftp, handle))
  try {
    const attributes = await sftp.fstat(handle)
    return {
      attributes,
      close,
      async *bytes(range) {
        try {
          yield* readRange(sftp, { handle, range, signal })
        } finally {
          await close()
        }
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** @NOTE the server closes what is open when its session ends. */
export async function closeQuietly(sftp: SftpClient, handle: Buffer): Promise<void> {
  await sftp.close(handle).catch(() => {})
}
