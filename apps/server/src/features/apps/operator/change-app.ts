import { isDeepStrictEqual } from 'node:util'
import type { App } from '@gridloom/contract/apps/app'
import type { AppName } from '@gridloom/contract/apps/app-container'
import type { AppChange } from '@gridloom/contract/apps/operator-app'
import type { Tx } from '../../../platform/ctx.ts'
import { lockRow, putHidden, storeDefinition } from '../apps-store.ts'
import { catalogueApp } from '../catalogue.ts'
import type { AppsCtx } from '../ctx.ts'
import { readAnyApp } from '../list-apps.ts'
import { checkedDefinition } from './checked-definition.ts'
import { publishApps } from './publish-apps.ts'
import { refusePredefined } from './refuse-predefined.ts'

/**
 * Shows or hides an app, or stores another content as its next version; the same content is none.
 * @throws Refused `not_found`, `app_predefined`, `invalid_input`
 */
export async function changeApp(
  ctx: AppsCtx,
  slug: AppName,
  { hidden, definition }: AppChange,
): Promise<App> {
  const app = await catalogueApp(ctx.db, slug)
  if (definition !== undefined) refusePredefined(app)
  const checked = definition && checkedDefinition(slug, definition)
  await ctx.transact(async (tx) => {
    if (checked !== undefined) await store(ctx, tx, { slug, definition: checked })
    if (hidden !== undefined) await putHidden(tx, slug, hidden)
    await publishApps(tx)
  })
  return readAnyApp(ctx, slug)
}

async function store(
  { clock }: Pick<AppsCtx, 'clock'>,
  tx: Tx,
  { slug, definition }: Pick<App, 'slug' | 'definition'>,
): Promise<void> {
  const row = await lockRow(tx, slug)
  if (row === undefined || isDeepStrictEqual(row.definition, definition)) return
  await storeDefinition(tx, { slug, definition, at: clock.now() })
}
