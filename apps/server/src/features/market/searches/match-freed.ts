import type { SavedSearchId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import { listMatches } from '../columns/list-matches.ts'
import type { OfferColumns } from '../columns/offer-columns.ts'
import { type ActiveSearch, insertMatches, listActive } from './searches-store.ts'

const readAtOnce = 1_000

/** Records which of these offers match which saved searches; those that a search was told of are skipped. */
export async function matchFreed(tx: Tx, columns: OfferColumns, now: Date): Promise<void> {
  let after: SavedSearchId | '' = ''
  for (;;) {
    const searches: ActiveSearch[] = await listActive(tx, { after, limit: readAtOnce })
    const matches = searches.flatMap(({ id, filters }) =>
      listMatches(columns, filters, { now, limit: columns.size }).map((offerId) => ({
        searchId: id,
        offerId,
      })),
    )
    await insertMatches(tx, matches, { now, as: 'waiting' })
    const last = searches.at(-1)
    if (last === undefined || searches.length < readAtOnce) return
    after = last.id
  }
}
