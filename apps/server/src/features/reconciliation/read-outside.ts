import type { Db } from '../../platform/database/connect.ts'
import type { Holdings, OutsideAssets } from '../../platform/outside-assets.ts'
import type { ReconciliationCtx } from './ctx.ts'

const readWithinMs = 30_000

/** What one place outside reports; `null`: it could not be read. */
export interface OutsideReport {
  readonly source: string
  readonly name: string
  readonly holdings: Holdings | null
}

/** Reads every configured place outside, one after the other, each within 30 seconds. */
export async function readOutside(ctx: ReconciliationCtx): Promise<OutsideReport[]> {
  const reports = []
  for (const place of ctx.assetSources)
    reports.push({
      source: place.source,
      name: place.name,
      holdings: await readPlace(ctx, place),
    })
  return reports
}

async function readPlace(
  ctx: ReconciliationCtx,
  place: OutsideAssets<ReconciliationCtx>,
): Promise<Holdings | null> {
  const signal = AbortSignal.any([ctx.signal, ctx.clock.timeout(readWithinMs)])
  try {
    return await place.readHoldings(ctx, signal)
  } catch (cause) {
    ctx.log.error(
      { event: 'reconciliation.source_failed', err: cause, source: place.source },
      'a place of money outside could not be read',
    )
    return null
  }
}

/** The names of the configured places that features have records of, by source. */
export function recordedPlaces(ctx: ReconciliationCtx): ReadonlyMap<string, string> {
  const places = ctx.assetRecords.flatMap((records) => records.places(ctx))
  return new Map(places.map(({ source, name }) => [source, name]))
}

/**
 * Adds up what the records of all features say of each place: those that are configured, that have records, and that the
 * ledger has money in.
 */
export async function readRecords(
  ctx: ReconciliationCtx,
  snapshot: Db,
  inLedger: Iterable<string>,
): Promise<OutsideReport[]> {
  const names = recordedPlaces(ctx)
  const sums = new Map<string, number>([...names.keys()].map((source) => [source, 0]))
  for (const source of inLedger)
    if (ctx.assetRecords.some(({ prefix }) => source.startsWith(prefix))) sums.set(source, 0)
  for (const { sumBySource } of ctx.assetRecords)
    for (const [source, microUsd] of await sumBySource(snapshot))
      sums.set(source, (sums.get(source) ?? 0) + microUsd)
  const at = ctx.clock.now()
  return [...sums].map(([source, microUsd]) => ({
    ...{ source, name: names.get(source) ?? source },
    holdings: { microUsd, at },
  }))
}
