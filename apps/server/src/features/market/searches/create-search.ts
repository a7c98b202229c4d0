import type { NewSavedSearch, SavedSearch } from '@gridloom/contract/market/saved-search'
import { formatOfferQuery } from '@gridloom/domain/market/format-query'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import { lockQuota } from '../../companies/index.ts'
import type { MarketAdapters } from '../ctx.ts'
import { refuseHiddenFilter } from '../held-images.ts'
import { filtersOfText } from '../query-filters.ts'
import { knownMatches } from './known-matches.ts'
import { searchQuota } from './search-quota.ts'
import { searchView } from './search-view.ts'
import { insertMatches, insertSearch } from './searches-store.ts'

/**
 * Saves a query. Offers that match already are not told.
 * @throws {Refused} query_invalid; limit_reached; access_code_required where it filters by an image without access
 */
export async function createSearch(
  ctx: Ctx & MarketAdapters,
  wanted: NewSavedSearch,
): Promise<SavedSearch> {
  const { accountId } = accountOf(ctx)
  const filters = filtersOfText(wanted.query)
  refuseHiddenFilter(ctx, filters)
  const id = ctx.ids.mint('savedSearch')
  const now = ctx.clock.now()
  const known = await knownMatches(ctx, id, filters)
  const row = {
    ...{ id, account_id: accountId, name: wanted.name, query: formatOfferQuery(filters) },
    ...{ channels: [...new Set(wanted.channels)], paused: false, created_at: now },
  }
  await ctx.transact(async (tx) => {
    await lockQuota(tx, accountId, searchQuota)
    tx.note({ subject: id })
    await insertSearch(tx, { ...row, filters: JSON.stringify(filters) })
    await insertMatches(tx, known, { now, as: 'told' })
  })
  return searchView({ ...row, filters, last_sent_at: null, waiting: 0 })
}
