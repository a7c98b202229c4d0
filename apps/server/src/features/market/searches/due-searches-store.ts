import type { OfferId, SavedSearchId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { SavedSearchRow } from '../schema.ts'

/** Claims the next search with new matches whose last message is old enough, for this transaction. */
export async function claimDueSearch(
  { db }: Tx,
  lastSentBefore: Date,
): Promise<SavedSearchRow | undefined> {
  const { rows } = await sql<SavedSearchRow>`select search.* from saved_searches search
    where not search.paused and (search.last_sent_at is null or search.last_sent_at <= ${lastSentBefore})
      and exists (select 1 from saved_search_matches where search_id = search.id and not told)
    order by search.last_sent_at nulls first, search.id limit 1
    for update of search skip locked`.execute(db)
  return rows[0]
}

export async function listWaitingMatches({ db }: Tx, id: SavedSearchId): Promise<OfferId[]> {
  const { rows } = await sql<{ offer_id: OfferId }>`select offer_id from saved_search_matches
    where search_id = ${id} and not told order by offer_id`.execute(db)
  return rows.map((row) => row.offer_id)
}

/** Marks waiting matches as told; the others, which match no more, are forgotten: they may match again. */
export async function settleMatches(
  { db }: Tx,
  id: SavedSearchId,
  told: readonly OfferId[],
): Promise<void> {
  await sql`update saved_search_matches set told = true
    where search_id = ${id} and not told and offer_id = any(${[...told]}::text[])`.execute(db)
  await sql`delete from saved_search_matches where search_id = ${id} and not told`.execute(db)
}

/** Deletes what searches were told before a time, and all but the newest `keptMax` of each. */
export async function deleteOldMatches(
  { db }: Tx,
  { before, keptMax }: { before: Date; keptMax: number },
): Promise<void> {
  await sql`delete from saved_search_matches where told and matched_at < ${before}`.execute(db)
  await sql`delete from saved_search_matches match using (
      select search_id, offer_id, row_number() over (
        partition by search_id order by matched_at desc, offer_id) as place
      from saved_search_matches where told) ranked
    where match.search_id = ranked.search_id and match.offer_id = ranked.offer_id
      and ranked.place > ${keptMax}`.execute(db)
}
