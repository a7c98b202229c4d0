import type { InstanceId } from '@gridloom/contract/core/ids'
import type { FileEntry } from '@gridloom/contract/files/file-entry'
import type { FilePath } from '@gridloom/contract/files/file-path'
import type { FilesCtx } from './ctx.ts'
import { fileRefused } from './file-refusals.ts'
import { pathBytes } from './path-bytes.ts'
import { withSftpFiles } from './reach-files.ts'
import { kindOf } from './sftp/attributes.ts'
import { sftpEntry } from './sftp-entry.ts'

interface ChangedMode {
  id: InstanceId
  path: FilePath
  mode: number
}

/** Changes permissions. @throws Refused as `withSftpFiles`; `file_refused` for a link, which has none */
export function changeMode(ctx: FilesCtx, { id, path, mode }: ChangedMode): Promise<FileEntry> {
  const reaching = { id, lane: 'browse', action: 'change permissions' } as const
  return withSftpFiles(ctx, reaching, async ({ sftp }) => {
    const bytes = pathBytes(path)
    // The server would follow it, to a file that the caller did not name.
    if (kindOf(await sftp.lstat(bytes)) === 'symlink')
      throw fileRefused('A symbolic link has no permissions of its own.')
    await sftp.change(bytes, { mode })
    return sftpEntry(sftp, path)
  })
}
