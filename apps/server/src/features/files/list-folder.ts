import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { FileList, FileListQuery } from '@gridloom/contract/files/file-entry'
import type { FilesCtx } from './ctx.ts'
import { entryView } from './entry-view.ts'
import type { FoundFile } from './file-source.ts'
import { collectPage } from './folder-page.ts'
import { readingFiles } from './open-source.ts'
import { pathBytes } from './path-bytes.ts'
import { kindOf } from './sftp/attributes.ts'
import { isLeftover } from './sweep-uploads.ts'

/** A folder with more entries is not listed: reading it would take minutes for each page. */
const entriesMax = 1_000_000

/**
 * Lists one page of a folder, without what uploads have not finished. The whole folder is read for its order, at the
 * memory of two pages.
 * @throws Refused as `readingFiles`; `invalid_input` for a wrong `after`
 */
export async function listFolder(
  ctx: FilesCtx,
  { id, ...query }: FileListQuery & { id: InstanceId },
): Promise<FileList> {
  const collector = collectPage(query)
  const folder = pathBytes(query.path)
  return readingFiles(ctx, id, async (source) => {
    let entries = 0
    for await (const files of source.folder(folder)) {
      entries += files.length
      if (entries > entriesMax)
        throw new Refused('file_refused', { details: { said: 'The folder has too many entries.' } })
      for (const file of files) if (isWanted(file, query.kinds)) collector.add(file)
    }
    const { files, total, next } = collector.page()
    const complete = await Promise.all(files.map((file) => source.complete(folder, file)))
    return {
      entries: complete.map(entryView),
      total,
      next,
      source: source.kind,
      access: source.access,
    }
  })
}

function isWanted({ name, attributes }: FoundFile, kinds: FileListQuery['kinds']): boolean {
  return !isLeftover(name) && (kinds === 'all' || kindOf(attributes) === 'folder')
}
