import { createHash } from 'node:crypto'
import type { App } from '@gridloom/contract/apps/app'
import type { AppName } from '@gridloom/contract/apps/app-container'
import { Refused } from '@gridloom/contract/errors'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Download } from '../../../platform/http/routes.ts'
import { pictureDownload } from '../../../platform/pictures/picture-download.ts'
import { readPictureUrl } from '../../../platform/pictures/read-picture-url.ts'
import { lockRow } from '../apps-store.ts'
import { catalogueApp, noSuchApp } from '../catalogue.ts'
import type { AppsCtx } from '../ctx.ts'
import { readAnyApp } from '../list-apps.ts'
import { deletePicture, findPicture, putPicture } from './pictures-store.ts'
import { publishApps } from './publish-apps.ts'
import { refusePredefined } from './refuse-predefined.ts'

interface ChangedPicture {
  slug: AppName
  /** 0: the picture of the app; others: a screenshot. */
  place: number
  /** A data URL; `null` removes it. */
  image: string | null
}

/** Sets or removes a picture of the operator's app. @throws Refused `not_found`, `app_predefined`, `invalid_input` */
export async function changePicture(
  ctx: AppsCtx,
  { slug, place, image }: ChangedPicture,
): Promise<App> {
  refusePredefined(await catalogueApp(ctx.db, slug))
  const picture = image === null ? undefined : readPictureUrl(image)
  await ctx.transact(async (tx) => {
    if ((await lockRow(tx, slug)) === undefined) throw noSuchApp()
    await publishApps(tx)
    if (picture === undefined) return deletePicture(tx, { slug, place })
    const hash = createHash('sha256').update(picture.bytes).digest('hex')
    await putPicture(tx, { slug, place }, { ...picture, hash })
  })
  return readAnyApp(ctx, slug)
}

/** A picture of an app by the hash of its bytes, for any caller who has the hash. @throws Refused `not_found` */
export async function readPicture(ctx: Pick<Ctx, 'db'>, hash: string): Promise<Download> {
  const picture = await findPicture(ctx.db, hash)
  if (picture === undefined) throw new Refused('not_found', { details: { what: 'picture' } })
  return pictureDownload(picture)
}
