import { createHash } from 'node:crypto'
import type { TemplateId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Template } from '@gridloom/contract/templates/template'
import type { Ctx } from '../../platform/ctx.ts'
import type { Download } from '../../platform/http/routes.ts'
import { pictureDownload } from '../../platform/pictures/picture-download.ts'
import { readPictureUrl } from '../../platform/pictures/read-picture-url.ts'
import { deletePicture, findPicture, putPicture } from './pictures-store.ts'
import { readTemplate } from './read-template.ts'
import { lockOwnTemplate } from './visible-template.ts'

/** Sets or removes the picture of a template. @throws Refused `not_found`, `invalid_input` for an invalid picture */
export async function changePicture(
  ctx: Ctx,
  id: TemplateId,
  image: string | null,
): Promise<Template> {
  const picture = image === null ? undefined : readPictureUrl(image)
  await ctx.transact(async (tx) => {
    await lockOwnTemplate(ctx, tx, id)
    if (picture === undefined) return deletePicture(tx, id)
    const hash = createHash('sha256').update(picture.bytes).digest('hex')
    await putPicture(tx, id, { ...picture, hash })
  })
  return readTemplate(ctx, id)
}

/** A picture of a template by the hash of its bytes, for any caller who has the hash. @throws Refused `not_found` */
export async function readPicture(ctx: Pick<Ctx, 'db'>, hash: string): Promise<Download> {
  const picture = await findPicture(ctx.db, hash)
  if (picture === undefined) throw new Refused('not_found', { details: { what: 'picture' } })
  return pictureDownload(picture)
}
