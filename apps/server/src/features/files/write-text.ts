import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import {
  editedBytesMax,
  type FileEntry,
  type FileVersion,
} from '@gridloom/contract/files/file-entry'
import type { FilePath } from '@gridloom/contract/files/file-path'
import type { FilesCtx } from './ctx.ts'
import { diskFullOr } from './disk-full.ts'
import { fileRefused, noSuchFile } from './file-refusals.ts'
import { joinBytes, pathBytes } from './path-bytes.ts'
import { findEntry, placeFile } from './place-file.ts'
import { withSftpFiles } from './reach-files.ts'
import { kindOf } from './sftp/attributes.ts'
import type { SftpClient } from './sftp/sftp-client.ts'
import { openFlags } from './sftp/wire.ts'
import { sftpEntry } from './sftp-entry.ts'
import { createPieceWriter } from './write-pieces.ts'

interface TextFile {
  id: InstanceId
  path: FilePath
  text: string
  /** The version that the writer saw; `null`: the file does not exist yet. */
  expected: FileVersion | null
}

/**
 * Saves a text file, whole or not at all. A symbolic link stays, and the file that it leads to is written.
 * @throws Refused `file_changed`, `file_exists`, `too_large`, `instance_disk_full`, and as `withSftpFiles`
 */
export async function writeText(
  ctx: FilesCtx,
  { id, path, text, expected }: TextFile,
): Promise<FileEntry> {
  const bytes = Buffer.from(text)
  if (bytes.length > editedBytesMax)
    throw new Refused('too_large', { details: { limit: `${editedBytesMax / 1024} KiB` } })
  const reaching = { id, lane: 'browse', action: 'edit files' } as const
  return withSftpFiles(ctx, reaching, async ({ sftp }) => {
    const named = pathBytes(path)
    const to = await followed(sftp, named)
    await refuseChanged(sftp, to, expected)
    const folder = to.subarray(0, to.lastIndexOf('/') || 1)
    const from = joinBytes(folder, Buffer.from(`.gridloom-edit-${ctx.ids.label()}`))
    try {
      await writeWhole(sftp, from, bytes)
      await placeFile(sftp, { from, to, existing: expected === null ? 'kept' : 'replaced' })
    } catch (error) {
      const cause = await diskFullOr(sftp, folder, error)
      // @NOTE it may not have been created, or have its name already
      await sftp.remove(from).catch(() => {})
      throw cause
    }
    return sftpEntry(sftp, path)
  })
}

async function followed(sftp: SftpClient, path: Buffer): Promise<Buffer> {
  const found = await findEntry(sftp, path)
  return found !== undefined && kindOf(found) === 'symlink' ? sftp.realpath(path) : path
}

async function refuseChanged(
  sftp: SftpClient,
  path: Buffer,
  expected: FileVersion | null,
): Promise<void> {
  const found = await findEntry(sftp, path)
  if (expected === null) {
    if (found !== undefined) throw new Refused('file_exists')
    return
  }
  if (found === undefined) throw noSuchFile()
  if (kindOf(found) !== 'file') throw fileRefused('This is not a file.')
  const isSame =
    found.sizeBytes === expected.size_bytes &&
    found.modifiedS * 1_000 === Date.parse(expected.modified_at)
  if (!isSame) throw new Refused('file_changed')
}

async function writeWhole(sftp: SftpClient, path: Buffer, bytes: Buffer): Promise<void> {
  const handle = await sftp.open(path, openFlags.write | openFlags.create | openFlags.exclusive)
  try {
    const writer = createPieceWriter(sftp, handle, 0)
    await writer.write(bytes)
    await writer.flush()
  } finally {
    await sftp.close(handle)
  }
}
