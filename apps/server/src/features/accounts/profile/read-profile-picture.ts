import { Refused } from '@gridloom/contract/errors'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Download } from '../../../platform/http/routes.ts'
import { pictureDownload } from '../../../platform/pictures/picture-download.ts'
import { findPicture } from './profile-store.ts'

/** A profile picture by the hash of its bytes, for any caller who has the hash. @throws Refused `not_found` */
export async function readProfilePicture(ctx: Pick<Ctx, 'db'>, hash: string): Promise<Download> {
  const picture = await findPicture(ctx.db, hash)
  if (picture === undefined) throw new Refused('not_found', { details: { what: 'picture' } })
  return pictureDownload(picture)
}
