import type { App } from '@gridloom/contract/apps/app'
import { appLimits } from '@gridloom/contract/apps/app'
import type { NewApp } from '@gridloom/contract/apps/operator-app'
import { Refused } from '@gridloom/contract/errors'
import { insertApp, listRows, lockCatalogue, putHidden } from '../apps-store.ts'
import type { AppsCtx } from '../ctx.ts'
import { readAnyApp } from '../list-apps.ts'
import { predefinedApps } from '../predefined/index.ts'
import { checkedDefinition } from './checked-definition.ts'
import { publishApps } from './publish-apps.ts'

/** Adds an app to the catalogue, as version 1. @throws Refused `app_taken`, `limit_reached`, `invalid_input` */
export async function createApp(ctx: AppsCtx, { slug, hidden, ...made }: NewApp): Promise<App> {
  const definition = checkedDefinition(slug, made.definition)
  const taken = new Refused('app_taken', { details: { slug } })
  if (predefinedApps.some((app) => app.slug === slug)) throw taken
  await ctx.transact(async (tx) => {
    await lockCatalogue(tx)
    const max = appLimits.operatorApps
    if ((await listRows(tx.db)).length >= max)
      throw new Refused('limit_reached', { details: { max, what: 'apps' } })
    if (!(await insertApp(tx, { slug, definition, at: ctx.clock.now() }))) throw taken
    if (hidden) await putHidden(tx, slug, hidden)
    tx.note({ subject: slug })
    await publishApps(tx)
  })
  return readAnyApp(ctx, slug)
}
