import type { InstanceId } from '@gridloom/contract/core/ids'
import type { FilePath } from '@gridloom/contract/files/file-path'
import type { FilesCtx } from './ctx.ts'
import { fileRefused } from './file-refusals.ts'
import { isDots, joinBytes, pathBytes } from './path-bytes.ts'
import { type SftpFiles, withSftpFiles } from './reach-files.ts'
import { kindOf } from './sftp/attributes.ts'
import { SftpFailure } from './sftp/connection.ts'
import { statusCodes } from './sftp/wire.ts'
import { closeQuietly } from './sftp-source.ts'

/**
 * Deletes a file, a link, or a folder with everything in it. Links are deleted, never followed. It ends when the caller
 * leaves; what was deleted until then stays deleted.
 * @throws Refused as `withSftpFiles`
 */
export function removeFile(
  ctx: FilesCtx,
  { id, path }: { id: InstanceId; path: FilePath },
): Promise<void> {
  const reaching = { id, lane: 'browse', action: 'delete files' } as const
  return withSftpFiles(ctx, reaching, async (files) => {
    if (path === '/') throw fileRefused('The root folder can’t be deleted.')
    const bytes = pathBytes(path)
    const isFolder = kindOf(await files.sftp.lstat(bytes)) === 'folder'
    if (isFolder) await removeTree(files, bytes)
    else await files.sftp.remove(bytes)
  })
}

async function removeTree(files: SftpFiles, folder: Buffer): Promise<void> {
  const { sftp, signal } = files
  const handle = await sftp.openFolder(folder)
  try {
    for (;;) {
      const listed = await sftp.readFolder(handle)
      if (listed === undefined) break
      signal.throwIfAborted()
      const entries = listed.filter(({ name }) => !isDots(name))
      const folders = entries.filter(({ attributes }) => kindOf(attributes) === 'folder')
      const others = entries.filter((entry) => !folders.includes(entry))
      await Promise.all(others.map(({ name }) => sftp.remove(joinBytes(folder, name)).catch(gone)))
      for (const { name } of folders) await removeTree(files, joinBytes(folder, name))
    }
  } finally {
    await closeQuietly(sftp, handle)
  }
  await sftp.removeFolder(folder).catch(gone)
}

/** Something else deleted it first. */
function gone(error: unknown): void {
  if (!(error instanceof SftpFailure) || error.status !== statusCodes.noSuchFile) throw error
}
