import type { AppName } from '@gridloom/contract/apps/app-container'
import { deleteApp } from '../apps-store.ts'
import { catalogueApp } from '../catalogue.ts'
import type { AppsCtx } from '../ctx.ts'
import { publishApps } from './publish-apps.ts'
import { refusePredefined } from './refuse-predefined.ts'

/** Deletes an app of the operator with its pictures. Its instances go on. @throws Refused `not_found`, `app_predefined` */
export async function removeApp(ctx: AppsCtx, slug: AppName): Promise<void> {
  refusePredefined(await catalogueApp(ctx.db, slug))
  await ctx.transact(async (tx) => {
    await deleteApp(tx, slug)
    await publishApps(tx)
  })
}
