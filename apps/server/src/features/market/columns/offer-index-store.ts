import type { MachineId, OfferId } from '@gridloom/contract/core/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { TermsColumns } from '../reservation-terms.ts'
import type { OfferRow } from '../schema.ts'

/** An offer with what its fields have from other tables. */
export interface OfferFactsRow extends OfferRow, TermsColumns {
  machine_name: string
  enrolled_at: Date
  /** Models that its machine serves, and the lowest price of a million output tokens. */
  models: string[]
  token_price_micro_usd: number | null
  renders: boolean
  micro_usd_per_reference_hour: number | null
}

export interface IndexedRow extends OfferFactsRow {
  images: string[]
}

/** The columns of {@link OfferFactsRow}, beside those of `offer` and `machine`. */
export const fieldFacts: RawBuilder<unknown> = sql`
  machine.name as machine_name, machine.enrolled_at,
  machine.reservation_days_max, machine.reservation_day_basis_points,
  machine.reservation_week_basis_points, machine.reservation_month_basis_points,
  coalesce(serving.models, '{}') as models, serving.token_price_micro_usd,
  coalesce(rendering.enabled and rendering.admission = 'admitted' and rendering.missing is null, false) as renders,
  case when rendering.enabled then rendering.micro_usd_per_reference_hour end as micro_usd_per_reference_hour`

/** The joins that {@link fieldFacts} reads from. */
export const fieldJoins: RawBuilder<unknown> = sql`
  left join lateral (
    select array_agg(distinct model_id order by model_id) as models,
      min(output_micro_usd) as token_price_micro_usd
    from model_endpoints where machine_id = offer.machine_id and removed_at is null
      and report ->> 'phase' = 'serving') serving on true
  left join render_machines rendering on rendering.machine_id = offer.machine_id`

const indexed = sql`select offer.*, ${fieldFacts},
    array(select image from machine_images where machine_id = offer.machine_id) as images
  from offers offer join machines machine on machine.id = offer.machine_id ${fieldJoins}`

/** A snapshot of transactions, as PostgreSQL writes it. */
export type Snapshot = string

export async function readSnapshot(db: Db): Promise<Snapshot> {
  const { rows } = await sql<{ at: Snapshot }>`select pg_current_snapshot()::text as at`.execute(db)
  return rows[0]?.at ?? ''
}

/** Returns the next offers in the order of ids. */
export async function listOffersAfter(
  db: Db,
  after: OfferId | '',
  limit: number,
): Promise<IndexedRow[]> {
  const { rows } = await sql<IndexedRow>`${indexed}
    where offer.id > ${after} order by offer.id limit ${limit}`.execute(db)
  return rows
}

export async function listOffersByIds(db: Db, ids: readonly OfferId[]): Promise<IndexedRow[]> {
  const { rows } = await sql<IndexedRow>`${indexed}
    where offer.id = any(${[...ids]}::text[]) order by offer.id`.execute(db)
  return rows
}

/**
 * Returns the machines whose offers were changed by transactions that `since` did not see, and the snapshot of the read,
 * so that the next read begins exactly where this one ends.
 */
export async function listChanges(
  db: Db,
  since: Snapshot,
): Promise<{ at: Snapshot; machines: MachineId[] }> {
  const { rows } = await changesQuery(since).execute(db)
  return rows[0] ?? { at: since, machines: [] }
}

/** The statement behind {@link listChanges}. */
export function changesQuery(since: Snapshot): RawBuilder<{ at: Snapshot; machines: MachineId[] }> {
  return sql`select pg_current_snapshot()::text as at,
    array(select distinct machine_id from offer_changes
      where changed_xid >= pg_snapshot_xmin(${since}::pg_snapshot)
        and not pg_visible_in_snapshot(changed_xid, ${since}::pg_snapshot)) as machines`
}

export async function listOffersOfMachines(
  db: Db,
  machines: readonly MachineId[],
): Promise<IndexedRow[]> {
  if (machines.length === 0) return []
  const { rows } = await sql<IndexedRow>`${indexed}
    where offer.machine_id = any(${[...machines]}::text[])`.execute(db)
  return rows
}

/** Deletes changes that every replica has read: each reads at least once in `keptMs`. */
export async function deleteOldChanges({ db }: Tx, keptMs: number): Promise<void> {
  await sql`delete from offer_changes
    where at < clock_timestamp() - ${keptMs} * interval '1 millisecond'`.execute(db)
}
