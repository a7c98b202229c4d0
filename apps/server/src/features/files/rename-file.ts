import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { FileEntry } from '@gridloom/contract/files/file-entry'
import type { FilePath } from '@gridloom/contract/files/file-path'
import type { FilesCtx } from './ctx.ts'
import { fileRefused } from './file-refusals.ts'
import { pathBytes } from './path-bytes.ts'
import { findEntry } from './place-file.ts'
import { withSftpFiles } from './reach-files.ts'
import { sftpEntry } from './sftp-entry.ts'

interface Renaming {
  id: InstanceId
  path: FilePath
  to: FilePath
}

/** Renames or moves a file or a folder. @throws Refused `file_exists`, and as `withSftpFiles` */
export function renameFile(ctx: FilesCtx, { id, path, to }: Renaming): Promise<FileEntry> {
  const reaching = { id, lane: 'browse', action: 'rename files' } as const
  return withSftpFiles(ctx, reaching, async ({ sftp }) => {
    if (path === '/' || to === path || to.startsWith(`${path}/`))
      throw fileRefused('A folder can’t be moved into itself.')
    // The server fails in the same words for every reason.
    if ((await findEntry(sftp, pathBytes(to))) !== undefined) throw new Refused('file_exists')
    await sftp.rename(pathBytes(path), pathBytes(to))
    return sftpEntry(sftp, to)
  })
}
