import type { MachineId, OfferId } from '@gridloom/contract/core/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { onTheMarket } from './offer-filters.ts'
import type { OfferWithMachine } from './offer-view.ts'
import type { MachineTables, OfferRow } from './schema.ts'

/** What a view of an offer needs beside its row; joined only for the few that are shown. */
export const offerFacts: RawBuilder<OfferWithMachine> = sql`
  offer.*, machine.name as machine_name, machine.enrolled_at, pulse.last_heard_at,
  hour.at as hour_at, pulse.heard_ms - hour.heard_ms as heard_since_ms,
  coalesce((select json_agg(json_build_object('kind', kind, 'value', value,
      'measured_at', to_char(measured_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by kind)
    from machine_benchmarks where machine_id = offer.machine_id), '[]') as measured,
  array(select image from machine_images where machine_id = offer.machine_id order by image) as images`

/** The joins that {@link offerFacts} reads from, for an `offer`. */
export function offerJoins(now: Date): RawBuilder<unknown> {
  return sql`
  join machines machine on machine.id = offer.machine_id
  join machine_pulses pulse on pulse.machine_id = offer.machine_id
  left join lateral (select at, heard_ms from machine_hours
    where machine_id = offer.machine_id and at >= ${now}::timestamptz - interval '24 hours'
    order by at limit 1) hour on true`
}

/** One offer, also one that is hidden or full; nothing when its machine was removed. */
export async function findOffer(
  db: Db,
  id: OfferId,
  now: Date,
): Promise<OfferWithMachine | undefined> {
  const { rows } = await sql<OfferWithMachine>`
    select ${offerFacts} from offers offer ${offerJoins(now)}
    where offer.id = ${id} and machine.removed_at is null`.execute(db)
  return rows[0]
}

/** What a taker of an offer must know when it cannot be had. */
export type Standing = Pick<
  OfferRow,
  | 'id'
  | 'machine_id'
  | 'kind'
  | 'gpu_model'
  | 'visible'
  | 'slots_free'
  | 'disk_free_gb'
  | 'isolated'
> & { status: MachineTables['machines']['status'] }

export async function findStanding(db: Db, id: OfferId): Promise<Standing | undefined> {
  return db
    .withTables<MachineTables>()
    .selectFrom('offers')
    .innerJoin('machines', 'machines.id', 'offers.machine_id')
    .select([
      'offers.id',
      'machine_id',
      'kind',
      'gpu_model',
      'visible',
      'slots_free',
      'disk_free_gb',
      'isolated',
      'machines.status',
    ])
    .where('offers.id', '=', id)
    .where('machines.removed_at', 'is', null)
    .executeTakeFirst()
}

export interface NextBest {
  id: OfferId
  name: string
  price: number
}

/**
 * The cheapest other offer that could stand in: of the same GPU model, else of the same kind, and isolated
 * where the one that is gone was. Each is a walk
 * along the price index that ends at the first match, as the losers of a race all ask this at once.
 */
export async function findNextBest(
  db: Db,
  gone: Standing,
  wanted: { slots: number; diskGb: number },
): Promise<NextBest | undefined> {
  const cheapest = async (also: RawBuilder<unknown>) => {
    const { rows } = await sql<NextBest>`
      select offer.id, machine.name, offer.price_micro_usd_per_hour as price
      from offers offer join machines machine on machine.id = offer.machine_id
      where ${onTheMarket} and offer.kind = ${gone.kind} and offer.id <> ${gone.id} and ${also}
        and (offer.isolated or not ${gone.isolated}) and offer.slots_free >= ${wanted.slots} and offer.disk_free_gb >= ${wanted.diskGb}
      order by offer.price_micro_usd_per_hour, offer.id limit 1`.execute(db)
    return rows[0]
  }
  const same = await cheapest(sql`offer.gpu_model is not distinct from ${gone.gpu_model}::text`)
  return same ?? (gone.gpu_model === null ? undefined : cheapest(sql`true`))
}

/** Takes everything of a machine off the market; its GPUs may be claimed by another from then on. */
export async function clearOffers({ db }: Tx, machineId: MachineId): Promise<void> {
  const tables = db.withTables<MachineTables>()
  await tables.deleteFrom('slots').where('machine_id', '=', machineId).execute()
  await tables
    .updateTable('offers')
    .set({ visible: false, slots_total: 0, slots_free: 0 })
    .where('machine_id', '=', machineId)
    .execute()
}
