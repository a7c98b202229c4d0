import { endpointPath } from '@gridloom/contract/core/endpoint-facts'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { files } from '@gridloom/contract/files/endpoints'
import type { ArchiveFormat } from '@gridloom/contract/files/file-entry'
import type { FilePath } from '@gridloom/contract/files/file-path'
import { accountOf } from '../../platform/ctx.ts'
import type { FilesCtx } from './ctx.ts'
import { fileRefused } from './file-refusals.ts'
import { readingFiles } from './open-source.ts'
import { pathBytes } from './path-bytes.ts'
import { kindOf } from './sftp/attributes.ts'

interface WantedDownload {
  id: InstanceId
  path: FilePath
  format: ArchiveFormat | null
}

/**
 * Creates a link for one download within a minute, so that a browser can fetch it. What it is for must be there, as the
 * page can show a refusal and a download cannot.
 * @throws Refused as `readingFiles`; `file_refused` for what is no file or folder
 */
export function createDownload(
  ctx: FilesCtx,
  { id, path, format }: WantedDownload,
): Promise<{ url: string }> {
  return readingFiles(ctx, id, async (source) => {
    const { attributes, targetKind } = await source.find(pathBytes(path))
    const kind = kindOf(attributes)
    const isFile = kind === 'file' || (kind === 'symlink' && targetKind === 'file')
    if (format === null && !isFile) throw fileRefused('This is not a file.')
    if (format !== null && kind !== 'folder') throw fileRefused('This is not a folder.')
    const ticket = ctx.downloadTickets.issue({ actor: accountOf(ctx), id, path, format })
    return { url: endpointPath(files.download, { ticket }) }
  })
}
