import { DismissedTours, type TourChange } from '@gridloom/contract/accounts/tours'
import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'

/** Adds or removes one tour in one statement, so that concurrent changes of others are kept. */
export async function storeTour(
  { db }: Tx,
  id: AccountId,
  { tour, dismissed }: TourChange,
): Promise<DismissedTours> {
  const others = sql`array_remove(dismissed_tours, ${tour}::text)`
  const changed = dismissed ? sql`array_append(${others}, ${tour}::text)` : others
  const { rows } = await sql<{ dismissed_tours: string[] }>`
    update accounts set dismissed_tours = ${changed} where id = ${id}
    returning dismissed_tours`.execute(db)
  return DismissedTours.parse(rows[0]?.dismissed_tours ?? [])
}
