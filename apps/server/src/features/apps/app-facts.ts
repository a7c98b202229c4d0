import type { AppStarts } from '@gridloom/contract/apps/app'
import { appLimits } from '@gridloom/contract/apps/app'
import { type BucketCount, percentileOf } from '@gridloom/domain/apps/start-times'
import type { Ctx } from '../../platform/ctx.ts'
import { sharedReading } from '../../platform/shared-reading.ts'
import { type MarketAdapters, readAppMarket } from '../market/index.ts'
import { type CatalogueApp, listCatalogue } from './catalogue.ts'
import { needOf, sizeOf } from './need-of.ts'
import { startsShownMs } from './record-starts.ts'
import { type CountedStarts, selectStarts } from './starts-store.ts'

/** What changes by itself of an app: its price, its machines and its measured starts. */
export interface AppFacts {
  fromMicroUsdPerHour: number | null
  offers: number
  heldMachines: number
  readyHeldS: number | null
  readyS: number | null
  starts: AppStarts[]
}

/** Reads the facts of an app, which callers share for some seconds. */
export type ReadAppFacts = (ctx: FactsCtx, app: CatalogueApp) => Promise<AppFacts>

type FactsCtx = Pick<Ctx, 'db' | 'clock'> & Pick<MarketAdapters, 'offerIndex'>

/** How long facts are shared: public calls cost the database at most one read of them in this time. */
const sharedMs = 5_000

/** Creates the shared facts of all apps. */
export function createAppFacts(): ReadAppFacts {
  const readAll = sharedReading(sharedMs, async (ctx: FactsCtx) => {
    const starts = await readStarts(ctx)
    const facts = new Map<string, AppFacts>()
    for (const app of await listCatalogue(ctx.db))
      facts.set(keyOf(app), await factsOf(ctx, app, starts))
    return { starts, facts }
  })
  return async (ctx, app) => {
    const { starts, facts } = await readAll(ctx)
    // An app that was added or changed meanwhile.
    return facts.get(keyOf(app)) ?? factsOf(ctx, app, starts)
  }
}

function keyOf({ slug, version }: CatalogueApp): string {
  return `${slug} ${version}`
}

async function factsOf(
  ctx: FactsCtx,
  app: CatalogueApp,
  all: readonly CountedStarts[],
): Promise<AppFacts> {
  const market = await readAppMarket(ctx, needOf(app), sizeOf(app.definition))
  const own = all.filter(({ slug }) => slug === app.slug)
  return {
    ...market,
    readyHeldS: percentileOf(readyOf(own, true), 0.5),
    readyS: percentileOf(readyOf(own, false), 0.5),
    starts: startsOf(own),
  }
}

async function readStarts({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<CountedStarts[]> {
  return selectStarts(db, new Date(clock.now().getTime() - startsShownMs))
}

function readyOf(starts: readonly CountedStarts[], held: boolean): BucketCount[] {
  return starts.filter(({ image_held, outcome }) => image_held === held && outcome === 'ready')
}

/** Sums the starts up by kind of machine, those with the most first. */
function startsOf(counted: readonly CountedStarts[]): AppStarts[] {
  const kinds = Map.groupBy(counted, ({ hardware, image_held }) => `${image_held} ${hardware}`)
  return [...kinds.values()]
    .flatMap((ofKind) => {
      const [first] = ofKind
      if (first === undefined) return []
      const ready = ofKind.filter(({ outcome }) => outcome === 'ready')
      const failed = ofKind.filter(({ outcome }) => outcome === 'failed')
      return {
        ...{ hardware: first.hardware, image_held: first.image_held },
        ...{ ready: sumOf(ready), failed: sumOf(failed) },
        ...{ p50_s: percentileOf(ready, 0.5), p90_s: percentileOf(ready, 0.9) },
      }
    })
    .toSorted((one, other) => other.ready + other.failed - (one.ready + one.failed))
    .slice(0, appLimits.startRows)
}

function sumOf(counts: readonly BucketCount[]): number {
  return counts.reduce((sum, { starts }) => sum + starts, 0)
}
