import type { RenderUploadId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf } from '../../../platform/ctx.ts'
import type { UploadRow } from '../schema.ts'
import type { UploadingCtx } from './ctx.ts'
import { findUpload } from './uploads-store.ts'

/** Returns the caller's upload. @throws Refused `not_found`, also for an expired one or another account's */
export async function findOwnUpload(ctx: UploadingCtx, id: RenderUploadId): Promise<UploadRow> {
  const { accountId } = accountOf(ctx)
  const upload = await findUpload(ctx.db, { accountId, id, now: ctx.clock.now() })
  if (upload === undefined) throw new Refused('not_found', { details: { what: 'upload' } })
  return upload
}
