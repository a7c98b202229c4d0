import type { RenderJobId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { FrameState } from '@gridloom/contract/rendering/frame'
import type { Download } from '../../../platform/http/routes.ts'
import { nothingAtAll } from '../../../platform/http/security-headers.ts'
import type { RenderingCtx } from '../ctx.ts'
import { fileKeys } from '../file-keys.ts'
import { ownedJob } from '../frames/owned-job.ts'
import { sceneFileName } from '../frames/scene-of.ts'
import type { PreviewSize } from '../pictures/pictures.ts'
import { baseNameOf, contentTypeOf, frameNameOf } from './frame-names.ts'
import { findWhole } from './frames-store.ts'

export interface PictureRequest {
  id: RenderJobId
  frame: number
  size: PreviewSize | 'original'
}

/**
 * Reads a frame in full once it is accepted, and its previews as soon as the picture has arrived. The large preview is
 * as good as the picture and needs acceptance too; until then, the medium one is returned instead.
 * @throws Refused `not_found`, `picture_not_ready`, `too_many_requests` as its first byte is read
 */
export async function readFramePicture(
  ctx: RenderingCtx,
  { id, frame, size: asked }: PictureRequest,
): Promise<Download> {
  const job = await ownedJob(ctx, id)
  const row = await findWhole(ctx.db, id, frame)
  if (row === undefined) throw new Refused('not_found', { details: { what: 'frame' } })
  const size = row.state === 'done' || asked !== 'large' ? asked : 'medium'
  if (row.sha256 === null || !isShown(row.state, size)) throw new Refused('picture_not_ready')
  const picture = { number: frame, part: 0, sha256: row.sha256 }
  const isOriginal = size === 'original'
  const key = isOriginal ? fileKeys.picture(id, picture) : fileKeys.preview(id, picture, size)
  const bytes = await ctx.files.size(key)
  if (bytes === undefined) throw new Refused('picture_not_ready')
  const { format } = job.settings
  const base = baseNameOf(await sceneFileName(ctx.db, job))
  return {
    fileName: frameNameOf(base, frame, isOriginal ? format : 'jpeg'),
    contentType: contentTypeOf(isOriginal ? format : 'jpeg'),
    disposition: isOriginal ? 'attachment' : 'inline',
    bytes,
    etag: `${size}-${row.sha256}`,
    policy: `${nothingAtAll}; sandbox`,
    pieces: ctx.deliveries.bytes(job.account_id, ctx.files.read(key), 'picture'),
  }
}

/**
 * Whether this size can be shown. An unpaid picture is shown as a preview only: cancelling the job must not yield it
 * for free.
 */
function isShown(state: FrameState, size: PictureRequest['size']): boolean {
  if (state === 'done') return true
  return (state === 'checking' || state === 'held') && size !== 'original'
}
