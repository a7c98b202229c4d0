import type {
  ReconciliationsPage,
  ReconciliationsQuery,
} from '@gridloom/contract/reconciliation/reconciliation'
import { operatorOf } from '../accounts/index.ts'
import type { ReconciliationCtx } from './ctx.ts'
import { recordedPlaces } from './read-outside.ts'
import { selectRuns } from './reconciliations-store.ts'

/** Returns the runs of the ledger check, newest first. @throws Refused `forbidden` */
export async function listReconciliations(
  ctx: ReconciliationCtx,
  { cursor, limit }: ReconciliationsQuery,
): Promise<ReconciliationsPage> {
  operatorOf(ctx)
  const found = await selectRuns(ctx.db, { before: cursor, limit: limit + 1 })
  const runs = found.slice(0, limit)
  return {
    outside_sources: ctx.assetSources.length + recordedPlaces(ctx).size,
    runs,
    next_cursor: found.length > limit ? (runs.at(-1)?.id ?? null) : null,
  }
}
