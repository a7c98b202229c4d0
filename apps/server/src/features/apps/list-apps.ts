import type { App, AppCategory, AppSummary } from '@gridloom/contract/apps/app'
import type { AppName } from '@gridloom/contract/apps/app-container'
import { appView, summaryOf } from './app-view.ts'
import { type CatalogueApp, catalogueApp, listCatalogue, shownApp } from './catalogue.ts'
import type { AppsCtx } from './ctx.ts'

interface ListApps {
  search?: string | undefined
  category?: AppCategory | undefined
}

/** Lists the apps that everyone sees, in their order. */
export async function listApps(
  ctx: AppsCtx,
  { search = '', category }: ListApps,
): Promise<AppSummary[]> {
  const apps = await listCatalogue(ctx.db)
  return summaries(
    ctx,
    apps
      .filter(({ hidden }) => !hidden)
      .filter(({ definition }) => category === undefined || definition.category === category)
      .filter((app) => isFound(app, search.toLowerCase())),
  )
}

/** Lists all apps, for the operator. */
export async function listAllApps(ctx: AppsCtx): Promise<AppSummary[]> {
  return summaries(ctx, await listCatalogue(ctx.db))
}

/** Returns an app that everyone sees. @throws Refused `not_found` */
export async function readApp(ctx: AppsCtx, slug: AppName): Promise<App> {
  const app = await shownApp(ctx.db, slug)
  return appView(app, await ctx.readAppFacts(ctx, app))
}

/** Returns any app, for the operator. @throws Refused `not_found` */
export async function readAnyApp(ctx: AppsCtx, slug: AppName): Promise<App> {
  const app = await catalogueApp(ctx.db, slug)
  return appView(app, await ctx.readAppFacts(ctx, app))
}

async function summaries(ctx: AppsCtx, apps: readonly CatalogueApp[]): Promise<AppSummary[]> {
  return Promise.all(apps.map(async (app) => summaryOf(app, await ctx.readAppFacts(ctx, app))))
}

function isFound({ slug, definition }: CatalogueApp, text: string): boolean {
  const { name, summary, category } = definition
  return [slug, name, summary, category].some((it) => it.toLowerCase().includes(text))
}
