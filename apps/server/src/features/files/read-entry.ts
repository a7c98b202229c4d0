import type { InstanceId } from '@gridloom/contract/core/ids'
import type { FileEntry } from '@gridloom/contract/files/file-entry'
import type { FilePath } from '@gridloom/contract/files/file-path'
import type { FilesCtx } from './ctx.ts'
import { entryView } from './entry-view.ts'
import { readingFiles } from './open-source.ts'
import { pathBytes } from './path-bytes.ts'

/** Retrieves one entry: of a symbolic link itself, or of what it leads to. @throws Refused as `readingFiles` */
export function readEntry(
  ctx: FilesCtx,
  { id, path, follow }: { id: InstanceId; path: FilePath; follow: boolean },
): Promise<FileEntry> {
  return readingFiles(ctx, id, async (source) => {
    const links = follow ? 'followed' : 'kept'
    return entryView(await source.find(pathBytes(path), links))
  })
}
