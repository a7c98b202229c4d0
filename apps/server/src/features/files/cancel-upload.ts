import type { FilesCtx } from './ctx.ts'
import { findEntry } from './place-file.ts'
import { withSftpFiles } from './reach-files.ts'
import { turnOf, type UploadPlace, uploadFile } from './upload-place.ts'

/** Ends an upload and deletes what has arrived; one that is gone is no error. @throws Refused as `withSftpFiles` */
export function cancelUpload(ctx: FilesCtx, place: UploadPlace): Promise<void> {
  const reaching = { id: place.id, lane: 'browse', action: 'upload files' } as const
  return withSftpFiles(ctx, reaching, async ({ sftp }) => {
    using _turn = await ctx.uploadTurns.enter(turnOf(place), () => {})
    const { file } = uploadFile(place)
    if ((await findEntry(sftp, file)) !== undefined) await sftp.remove(file)
  })
}
