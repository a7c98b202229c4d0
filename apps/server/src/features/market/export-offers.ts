import type { OfferId } from '@gridloom/contract/core/ids'
import { type OfferCsvQuery, offerCsvRowsMax } from '@gridloom/contract/market/offer'
import { offerFieldNames } from '@gridloom/contract/market/offer-fields'
import type { Download } from '../../platform/http/routes.ts'
import { matchingRows, pageOf } from './columns/search-rows.ts'
import type { SearchCtx } from './ctx.ts'
import { refuseHiddenField, refuseHiddenFilter } from './held-images.ts'
import { type CsvColumn, csvCell, csvLine } from './offer-csv.ts'
import { fieldNames } from './offer-facets.ts'
import { listOffers } from './offers-store.ts'
import { filtersOf } from './query-filters.ts'

/** Rows that are read at a time, while the reader takes the ones before. */
const readAtOnce = 500

/**
 * Exports the offers that match, in the order of the search. Money is in US dollars, all else in the base of its unit.
 * @throws {Refused} query_invalid; access_code_required where it has images, without access
 */
export async function exportOffers(ctx: SearchCtx, asked: OfferCsvQuery): Promise<Download> {
  const { sort, order, availability, columns: list, ...query } = asked
  const filters = filtersOf(query)
  const names = columnsOf(list)
  refuseHiddenFilter(ctx, filters)
  for (const name of names) refuseHiddenField(ctx, name)
  const columns = await ctx.offerIndex.current()
  const now = ctx.clock.now()
  const scope = { availability, now }
  const ids = pageOf(columns, matchingRows(columns, filters, scope), {
    ...{ ...scope, sort: sort === 'network' ? 'down' : sort, order },
    ...{ skip: 0, take: offerCsvRowsMax },
  })
  return {
    fileName: 'offers.csv',
    contentType: 'text/csv; charset=utf-8',
    pieces: linesOf(ctx, { ids, names, now }),
  }
}

async function* linesOf(
  ctx: SearchCtx,
  { ids, names, now }: { ids: readonly OfferId[]; names: readonly CsvColumn[]; now: Date },
): AsyncGenerator<string> {
  yield csvLine(names)
  for (let from = 0; from < ids.length; from += readAtOnce) {
    const rows = await listOffers(ctx.db, ids.slice(from, from + readAtOnce), now)
    yield rows.map((row) => csvLine(names.map((name) => csvCell(row, name, now)))).join('')
  }
}

/** Images are many: they are exported only by name. */
const usual: readonly CsvColumn[] = [
  'id',
  'machine_id',
  ...offerFieldNames.filter((name) => name !== 'image' && name !== 'gpu_model'),
]

function columnsOf(list: string | undefined): readonly CsvColumn[] {
  if (list === undefined) return usual
  return [...new Set(list.split(','))].flatMap((name) =>
    name === 'id' || name === 'machine_id' ? [name] : fieldNames(name),
  )
}
