import { Refused } from '@gridloom/contract/errors'
import type { FileEntry, FinishFileUpload } from '@gridloom/contract/files/file-entry'
import type { FilesCtx } from './ctx.ts'
import { pathBytes } from './path-bytes.ts'
import { findEntry, placeFile } from './place-file.ts'
import { type SftpFiles, withSftpFiles } from './reach-files.ts'
import { kindOf } from './sftp/attributes.ts'
import { openFlags } from './sftp/wire.ts'
import { sftpEntry } from './sftp-entry.ts'
import { turnOf, type UploadPlace, uploadFile } from './upload-place.ts'

type FinishedUpload = UploadPlace & FinishFileUpload

/**
 * Gives an uploaded file its name once all its bytes are there. May be repeated: a finished upload, whose answer was
 * lost, is found by its target.
 * @throws Refused `state_conflict` where bytes are missing, `file_exists`, and as `withSftpFiles`
 */
export function finishUpload(ctx: FilesCtx, finished: FinishedUpload): Promise<FileEntry> {
  const { id, path, size_bytes: sizeBytes, mode, replace } = finished
  const modifiedS =
    finished.modified_at === undefined ? undefined : seconds(Date.parse(finished.modified_at))
  const reaching = { id, lane: 'browse', action: 'upload files' } as const
  return withSftpFiles(ctx, reaching, async (files) => {
    using _turn = await ctx.uploadTurns.enter(turnOf(finished), () => {})
    const { file } = uploadFile(finished)
    const present = await findEntry(files.sftp, file)
    if (present === undefined && (await isFinished(files, { ...finished, modifiedS })))
      return sftpEntry(files.sftp, path)
    if (present === undefined && sizeBytes === 0) await createEmpty(files, file)
    else if (present?.sizeBytes !== sizeBytes)
      throw new Refused('state_conflict', { details: { what: 'upload', state: 'incomplete' } })
    const existing = replace ? 'replaced' : 'kept'
    await placeFile(files.sftp, { from: file, to: pathBytes(path), mode, modifiedS, existing })
    return sftpEntry(files.sftp, path)
  })
}

/** Whether the target is what this upload made: only then was the time set to the upload's. */
async function isFinished(
  { sftp }: SftpFiles,
  { path, size_bytes, modifiedS }: FinishedUpload & { modifiedS: number | undefined },
): Promise<boolean> {
  if (modifiedS === undefined) return false
  const found = await findEntry(sftp, pathBytes(path))
  return (
    found !== undefined &&
    kindOf(found) === 'file' &&
    found.sizeBytes === size_bytes &&
    found.modifiedS === modifiedS
  )
}

async function createEmpty({ sftp }: SftpFiles, file: Buffer): Promise<void> {
  await sftp.close(await sftp.open(file, openFlags.write | openFlags.create))
}

/** SFTP has 32 bits for a time. */
function seconds(ms: number): number {
  return Math.min(Math.max(Math.floor(ms / 1_000), 0), 2 ** 32 - 1)
}
