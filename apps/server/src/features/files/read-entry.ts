import type { InstanceId } from '@gridloom/contract/core/ids'
import type { FileEntry } from '@gridloom/contract/files/file-entry'
import type { FilePath } from '@gridloom/contract/files/file-path'
import type { FilesCtx } from './ctx.ts'
import { entryView } from './entry-view.ts'
import { readingFiles } from './open-source.ts'
import { pathBytes } from './path-bytes.ts'

/** Retrieves one entry, without following a symbolic link. @throws Refused as `readingFiles` */
export function readEntry(
  ctx: FilesCtx,
  { id, path }: { id: InstanceId; path: FilePath },
): Promise<FileEntry> {
  return readingFiles(ctx, id, async (source) => entryView(await source.find(pathBytes(path))))
}
