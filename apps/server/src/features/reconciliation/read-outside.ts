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
