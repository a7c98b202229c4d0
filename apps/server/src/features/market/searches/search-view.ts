import type { SavedSearch } from '@gridloom/contract/market/saved-search'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import { type CountedSearch, listSearchRows } from './searches-store.ts'

/** Returns the saved searches of the active account, newest first. */
export async function listSearches(ctx: Ctx): Promise<SavedSearch[]> {
  return (await listSearchRows(ctx.db, accountOf(ctx).accountId)).map(searchView)
}

export function searchView(row: CountedSearch): SavedSearch {
  return {
    id: row.id,
    name: row.name,
    query: row.query,
    filters: row.filters,
    channels: row.channels,
    paused: row.paused,
    created_at: row.created_at.toISOString(),
    last_sent_at: row.last_sent_at?.toISOString() ?? null,
    waiting: row.waiting,
  }
}
