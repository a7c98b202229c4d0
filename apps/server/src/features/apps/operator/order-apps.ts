import type { AppSummary } from '@gridloom/contract/apps/app'
import type { AppOrder } from '@gridloom/contract/apps/operator-app'
import { lockCatalogue, putPositions } from '../apps-store.ts'
import { listCatalogue, noSuchApp } from '../catalogue.ts'
import type { AppsCtx } from '../ctx.ts'
import { listAllApps } from '../list-apps.ts'
import { publishApps } from './publish-apps.ts'

/** Puts the named apps first, in this order, and the others after them in their earlier one. @throws Refused `not_found` */
export async function orderApps(ctx: AppsCtx, { slugs }: AppOrder): Promise<AppSummary[]> {
  await ctx.transact(async (tx) => {
    await lockCatalogue(tx)
    const known = (await listCatalogue(tx.db)).map(({ slug }) => slug)
    if (slugs.some((slug) => !known.includes(slug))) throw noSuchApp()
    const rest = known.filter((slug) => !slugs.includes(slug))
    await putPositions(tx, [...slugs, ...rest])
    await publishApps(tx)
  })
  return listAllApps(ctx)
}
