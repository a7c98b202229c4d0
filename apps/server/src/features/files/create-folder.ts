import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { FileEntry } from '@gridloom/contract/files/file-entry'
import { type FilePath, filePathIn } from '@gridloom/contract/files/file-path'
import type { FilesCtx } from './ctx.ts'
import { diskFullOr } from './disk-full.ts'
import { pathBytes } from './path-bytes.ts'
import { findEntry } from './place-file.ts'
import { withSftpFiles } from './reach-files.ts'
import { kindOf } from './sftp/attributes.ts'
import { SftpFailure } from './sftp/connection.ts'
import type { SftpClient } from './sftp/sftp-client.ts'
import { sftpEntry } from './sftp-entry.ts'

interface NewFolder {
  id: InstanceId
  path: FilePath
  /** Creates the folders above it too, and an existing folder is no error. */
  parents: boolean
}

/** Creates a folder. @throws Refused `file_exists`, and as `withSftpFiles` */
export function createFolder(ctx: FilesCtx, { id, path, parents }: NewFolder): Promise<FileEntry> {
  const reaching = { id, lane: 'browse', action: 'create folders' } as const
  return withSftpFiles(ctx, reaching, async ({ sftp }) => {
    const names = path === '/' ? [] : path.slice(1).split('/')
    const ancestors = names.map((_, at) => names.slice(0, at + 1).reduce(filePathIn, '/'))
    if (names.length === 0 && !parents) throw new Refused('file_exists')
    if (!parents) await makeFolder(sftp, pathBytes(path))
    // From the bottom up: most of them exist.
    const missing = parents ? await missingOf(sftp, ancestors) : []
    for (const folder of missing) await makeFolder(sftp, pathBytes(folder))
    return sftpEntry(sftp, path)
  })
}

async function missingOf(sftp: SftpClient, ancestors: readonly FilePath[]): Promise<FilePath[]> {
  const missing: FilePath[] = []
  for (const folder of ancestors.toReversed()) {
    const found = await sftp.stat(pathBytes(folder)).catch(unlessFailure)
    if (found !== undefined && kindOf(found) !== 'folder') throw new Refused('file_exists')
    if (found !== undefined) break
    missing.unshift(folder)
  }
  return missing
}

function unlessFailure(error: unknown): undefined {
  if (!(error instanceof SftpFailure)) throw error
}

async function makeFolder(sftp: SftpClient, path: Buffer): Promise<void> {
  try {
    await sftp.makeFolder(path)
  } catch (error) {
    if (error instanceof SftpFailure && (await findEntry(sftp, path)) !== undefined)
      throw new Refused('file_exists', { cause: error })
    throw await diskFullOr(sftp, path.subarray(0, path.lastIndexOf('/') || 1), error)
  }
}
