import { Refused } from '@gridloom/contract/errors'
import { fileRefused } from './file-refusals.ts'
import type { FileSource, WalkedFile } from './file-source.ts'
import { joinBytes } from './path-bytes.ts'
import { kindOf } from './sftp/attributes.ts'
import { SftpFailure } from './sftp/connection.ts'

/** Deeper folders do not fit in a path anyway, unless something makes them faster than they are read. */
const depthMax = 500

/**
 * Yields a folder and everything below it. Symbolic links are entries, and never followed; what vanishes or cannot be
 * read on the way is left out.
 */
export async function* walkFolder(
  source: Pick<FileSource, 'folder' | 'complete' | 'find' | 'open'>,
  root: Buffer,
): AsyncGenerator<WalkedFile, void> {
  const found = await source.find(root)
  if (kindOf(found.attributes) !== 'folder') throw fileRefused('This is not a folder.')
  yield { path: Buffer.alloc(0), found, open: () => source.open(root) }
  yield* walkBelow(source, { folder: root, below: Buffer.alloc(0), depth: 0 })
}

interface Walking {
  folder: Buffer
  below: Buffer
  depth: number
}

async function* walkBelow(
  source: Pick<FileSource, 'folder' | 'complete' | 'open'>,
  { folder, below, depth }: Walking,
): AsyncGenerator<WalkedFile, void> {
  if (depth >= depthMax) throw new Refused('file_refused', { details: { said: 'Too deep.' } })
  try {
    for await (const files of source.folder(folder)) {
      for (const file of files) {
        const at = joinBytes(folder, file.name)
        const path = below.length === 0 ? file.name : joinBytes(below, file.name)
        const found = await source.complete(folder, file)
        yield { path, found, open: () => source.open(at) }
        if (kindOf(file.attributes) === 'folder')
          yield* walkBelow(source, { folder: at, below: path, depth: depth + 1 })
      }
    }
  } catch (error) {
    if (!(error instanceof SftpFailure)) throw error
    // @NOTE a folder that vanished or cannot be read is shown without content.
  }
}
