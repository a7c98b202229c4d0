import type { MediaCtx } from '../ctx.ts'
import { fileKeys } from '../files/file-keys.ts'
import { deleteUnusedContents } from '../stores/contents-store.ts'
import { discardUpload } from './upload-view.ts'
import { expiredUploads } from './uploads-store.ts'

/** A replaced file stays for a day, for players that have its address. */
const unusedForMs = 24 * 60 * 60 * 1_000

/** Deletes expired uploads, and files that no medium has any more. */
export async function sweepMedia(ctx: MediaCtx): Promise<void> {
  const now = ctx.clock.now()
  for (const id of await expiredUploads(ctx.db, now)) await discardUpload(ctx, id)
  const before = new Date(now.getTime() - unusedForMs)
  const unused = await ctx.transact((tx) => deleteUnusedContents(tx, before))
  for (const id of unused) await ctx.files.removeAll(fileKeys.content(id))
}
