import type { RenderChunkId, RenderJobId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { RenderLog } from '@gridloom/contract/rendering/chunk'
import { FileMissing, type Files } from '../../../platform/files/files.ts'
import type { RenderingCtx } from '../ctx.ts'
import { fileKeys } from '../file-keys.ts'
import { ownedJob } from '../frames/owned-job.ts'
import { findChunkOf } from './chunks-store.ts'

const shownBytesMax = 256 * 1024

/** Returns the end of Blender's log for a chunk of the caller's job. @throws Refused `not_found` */
export async function readChunkLog(
  ctx: RenderingCtx,
  { id, chunk }: { id: RenderJobId; chunk: RenderChunkId },
): Promise<RenderLog> {
  await ownedJob(ctx, id)
  const row = await findChunkOf(ctx.db, id, chunk)
  if (row === undefined || !row.has_log) throw noSuchLog()
  return readEnd(ctx.files, fileKeys.log(id, chunk))
}

async function readEnd(files: Files, key: string): Promise<RenderLog> {
  const size = await files.size(key)
  if (size === undefined) throw noSuchLog()
  const start = Math.max(0, size - shownBytesMax)
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const bytes of files.read(key, { start }))
      text += decoder.decode(bytes, { stream: true })
  } catch (error) {
    if (error instanceof FileMissing) throw noSuchLog()
    throw error
  }
  return { text: text + decoder.decode(), truncated: start > 0 }
}

function noSuchLog(): Refused {
  return new Refused('not_found', { details: { what: 'log' } })
}
