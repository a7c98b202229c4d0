import type { SavedSearchId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { ChangeSavedSearch, SavedSearch } from '@gridloom/contract/market/saved-search'
import { formatOfferQuery } from '@gridloom/domain/market/format-query'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import type { MarketAdapters } from '../ctx.ts'
import { refuseHiddenFilter } from '../held-images.ts'
import { filtersOfText } from '../query-filters.ts'
import { knownMatches } from './known-matches.ts'
import { searchView } from './search-view.ts'
import {
  deleteMatches,
  insertMatches,
  listSearchRows,
  lockSearch,
  updateSearch,
} from './searches-store.ts'

/**
 * Changes a saved search, pauses it, or resumes it. After another query or a pause, offers that match are not told.
 * @throws {Refused} not_found; query_invalid; access_code_required where it filters by an image without access
 */
export async function changeSearch(
  ctx: Ctx & MarketAdapters,
  id: SavedSearchId,
  change: ChangeSavedSearch,
): Promise<SavedSearch> {
  const { accountId } = accountOf(ctx)
  const { name, query, channels, paused } = change
  const asked = query === undefined ? undefined : filtersOfText(query)
  if (asked !== undefined) refuseHiddenFilter(ctx, asked)
  const [stored] = await listSearchRows(ctx.db, accountId, id)
  if (stored === undefined) throw noSuchSearch()
  const filters = asked ?? stored.filters
  const begins = asked !== undefined || paused === false
  const known = begins ? await knownMatches(ctx, id, filters) : []
  await ctx.transact(async (tx) => {
    const locked = await lockSearch(tx, accountId, id)
    if (locked === undefined) throw noSuchSearch()
    await updateSearch(tx, id, {
      ...(name === undefined ? {} : { name }),
      ...(channels === undefined ? {} : { channels: [...new Set(channels)] }),
      filters: JSON.stringify(filters),
      query: formatOfferQuery(filters),
      paused: paused ?? locked.paused,
    })
    if (asked !== undefined || paused === true) await deleteMatches(tx, id)
    await insertMatches(tx, known, { now: ctx.clock.now(), as: 'told' })
  })
  const [row] = await listSearchRows(ctx.db, accountId, id)
  if (row === undefined) throw noSuchSearch()
  return searchView(row)
}

export function noSuchSearch(): Refused {
  return new Refused('not_found', { details: { what: 'saved search' } })
}
