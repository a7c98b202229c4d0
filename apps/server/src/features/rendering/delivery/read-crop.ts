import type { RenderCheckId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf } from '../../../platform/ctx.ts'
import type { Download } from '../../../platform/http/routes.ts'
import { nothingAtAll } from '../../../platform/http/security-headers.ts'
import type { RenderingCtx } from '../ctx.ts'
import { fileKeys } from '../file-keys.ts'
import { findCheckOf } from '../review/checks-store.ts'
import { contentTypeOf } from './frame-names.ts'

export interface CropRequest {
  check: RenderCheckId
  /** The machine's own picture, or that of the machine that checked it. */
  side: 'made' | 'compared'
}

/**
 * Reads one of the two pictures of a check, for the owner of the machine or of the job.
 * @throws Refused `not_found`
 */
export async function readCrop(ctx: RenderingCtx, { check, side }: CropRequest): Promise<Download> {
  const row = await findCheckOf(ctx.db, check, accountOf(ctx).accountId)
  const key = row === undefined ? undefined : fileKeys.crop(row.job_id, row.id, side)
  const bytes = key === undefined ? undefined : await ctx.files.size(key)
  if (key === undefined || bytes === undefined)
    throw new Refused('not_found', { details: { what: 'picture' } })
  return {
    fileName: `${check}-${side}.jpg`,
    contentType: contentTypeOf('jpeg'),
    disposition: 'inline',
    bytes,
    etag: `${check}-${side}`,
    policy: `${nothingAtAll}; sandbox`,
    pieces: ctx.files.read(key),
  }
}
