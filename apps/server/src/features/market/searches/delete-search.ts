import type { SavedSearchId } from '@gridloom/contract/core/ids'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import { noSuchSearch } from './change-search.ts'
import { deleteSearchRow } from './searches-store.ts'

/** Deletes a saved search. @throws {Refused} not_found */
export async function deleteSearch(ctx: Ctx, id: SavedSearchId): Promise<void> {
  const { accountId } = accountOf(ctx)
  const deleted = await ctx.transact((tx) => deleteSearchRow(tx, accountId, id))
  if (!deleted) throw noSuchSearch()
}
