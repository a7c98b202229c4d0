import type { AppDefinition, AppScreenshot, AppSource } from '@gridloom/contract/apps/app'
import type { AppName } from '@gridloom/contract/apps/app-container'
import { Refused } from '@gridloom/contract/errors'
import type { Db } from '../../platform/database/connect.ts'
import { listRows, readPictureHashes, readSettings } from './apps-store.ts'
import { predefinedApps } from './predefined/index.ts'

/** An app of the catalogue, predefined or the operator's. */
export interface CatalogueApp {
  slug: AppName
  version: string
  source: AppSource
  definition: AppDefinition
  picture: string | null
  screenshots: AppScreenshot[]
  position: number
  hidden: boolean
}

/** Lists all apps in their order, hidden ones included. An app of the operator hides no predefined one of its name. */
export async function listCatalogue(db: Db): Promise<CatalogueApp[]> {
  const [rows, settings, pictures] = await Promise.all([
    listRows(db),
    readSettings(db),
    readPictureHashes(db),
  ])
  const predefined = predefinedApps.map((app) => ({
    ...app,
    source: 'predefined' as const,
    picture: `/apps/${app.slug}.svg`,
    screenshots: app.hasScreenshot ? [{ place: 1, url: `/apps/screenshots/${app.slug}.jpg` }] : [],
  }))
  const own = rows.map(({ slug, version, definition }) => {
    const urls = pictures
      .filter((picture) => picture.slug === slug)
      .map(({ place, hash }) => ({ place, url: `/api/apps/pictures/${hash}` }))
    return {
      ...{ slug, version: String(version), definition, source: 'operator' as const },
      picture: urls.find(({ place }) => place === 0)?.url ?? null,
      screenshots: urls.filter(({ place }) => place !== 0),
    }
  })
  return [...predefined, ...own]
    .map((app, at) => ({ app, place: settings.get(app.slug)?.position ?? 1_000 + at }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ app }, position) => ({
      ...app,
      position,
      hidden: settings.get(app.slug)?.hidden ?? false,
    }))
}

/** Returns an app of the catalogue, also a hidden one. @throws Refused `not_found` */
export async function catalogueApp(db: Db, slug: AppName): Promise<CatalogueApp> {
  const app = (await listCatalogue(db)).find((one) => one.slug === slug)
  if (app === undefined) throw noSuchApp()
  return app
}

/** Returns an app that everyone sees. @throws Refused `not_found`, the same for a hidden one */
export async function shownApp(db: Db, slug: AppName): Promise<CatalogueApp> {
  const app = await catalogueApp(db, slug)
  if (app.hidden) throw noSuchApp()
  return app
}

export function noSuchApp(): Refused {
  return new Refused('not_found', { details: { what: 'app' } })
}
