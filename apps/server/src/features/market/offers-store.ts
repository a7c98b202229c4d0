import type { MachineId, OfferId } from '@gridloom/contract/core/ids'
import type { MachineStatus, Pricing } from '@gridloom/contract/machines/machine'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { fieldFacts, fieldJoins } from './columns/offer-index-store.ts'
import type { OfferWithMachine } from './offer-view.ts'
import { pricingOf } from './pricing-of.ts'
import type { MarketTables, OfferRow } from './schema.ts'

/** Offers that can be rented now: listed, with a free slot. */
export const onTheMarket = sql<boolean>`offer.visible and offer.slots_free > 0`

const rentedOut = sql<boolean>`offer.visible and offer.slots_free = 0`

/** The columns of an offer's view; joined only for the few offers that are shown. */
export const offerFacts: RawBuilder<OfferWithMachine> = sql`
  offer.*, ${fieldFacts}, pulse.last_seen_at,
  hour.at as hour_at, pulse.online_ms - hour.online_ms as online_ms_since, pulse.online_ms,
  coalesce((select json_agg(json_build_object('at', at, 'online_ms', online_ms) order by at)
    from machine_hours where machine_id = offer.machine_id), '[]') as hours,
  coalesce((select json_agg(json_build_object('day', day, 'micro_usd_per_hour', micro_usd_per_hour) order by day)
    from offer_price_days where offer_id = offer.id), '[]') as price_days,
  case when ${rentedOut} then (select max(taken_at) from rentals
    where machine_id = offer.machine_id and offer_id = offer.id and slots_held) end as rented_since,
  coalesce((select json_agg(json_build_object('kind', kind, 'value', value, 'under_load', under_load,
      'measured_at', to_char(measured_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by kind)
    from (select kind, value, under_load, measured_at from machine_benchmarks where machine_id = offer.machine_id
      union all
      select * from (select distinct on (figure.kind) figure.kind, figure.value, false, figure.measured_at
        from machine_gpu_benchmarks figure
        where offer.kind = 'gpu' and figure.machine_id = offer.machine_id and figure.gpu_uuid in (
          select gpu_uuid from slots where offer_id = offer.id and not retired)
        order by figure.kind, figure.value) slowest) figures), '[]') as measured,
  array(select image from machine_images where machine_id = offer.machine_id order by image) as images`

/** Returns the joins that {@link offerFacts} reads from, for an `offer`. */
export function offerJoins(now: Date): RawBuilder<unknown> {
  return sql`
  join machines machine on machine.id = offer.machine_id
  join machine_heartbeats pulse on pulse.machine_id = offer.machine_id
  left join lateral (select at, online_ms from machine_hours
    where machine_id = offer.machine_id and at >= ${now}::timestamptz - interval '24 hours'
    order by at limit 1) hour on true ${fieldJoins}`
}

/** The statement behind {@link listOffers}. */
export function offersQuery(ids: readonly OfferId[], now: Date): RawBuilder<OfferWithMachine> {
  return sql`${prepared('offers_of_page')}
    select ${offerFacts} from unnest(${[...ids]}::text[]) with ordinality as wanted (id, place)
    join offers offer on offer.id = wanted.id ${offerJoins(now)}
    order by wanted.place`
}

/** Returns offers in the order of their ids in a list. */
export async function listOffers(
  db: Db,
  ids: readonly OfferId[],
  now: Date,
): Promise<OfferWithMachine[]> {
  if (ids.length === 0) return []
  const { rows } = await offersQuery(ids, now).execute(db)
  return rows
}

/** Returns one offer, also one that is hidden or full; `undefined` when its machine was removed. */
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

/** The facts of an offer that decide whether an order may take it. */
export type Availability = Pick<
  OfferRow,
  | 'id'
  | 'machine_id'
  | 'kind'
  | 'gpu_model'
  | 'visible'
  | 'slots_free'
  | 'disk_free_gb'
  | 'isolated'
> & { status: MachineStatus }

/** Returns the availability of an offer; `undefined` when its machine was removed. */
export async function findAvailability(db: Db, id: OfferId): Promise<Availability | undefined> {
  const { rows } = await sql<Availability>`
    select offer.id, offer.machine_id, offer.kind, offer.gpu_model, offer.visible, offer.slots_free,
      offer.disk_free_gb, offer.isolated, machine.status
    from offers offer join machines machine on machine.id = offer.machine_id
    where offer.id = ${id} and machine.removed_at is null`.execute(db)
  return rows[0]
}

/** Returns an offer's own row. */
export async function findOfferRow(db: Db, id: OfferId): Promise<OfferRow | undefined> {
  return db
    .withTables<MarketTables>()
    .selectFrom('offers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the prices of an offer. */
export async function findOfferPricing(db: Db, id: OfferId): Promise<Pricing> {
  const offer = await findOfferRow(db, id)
  if (offer === undefined) throw new RangeError(`there is no offer ${id}`)
  return pricingOf(offer)
}

/** An offer that an order could take instead. */
export interface NextBest {
  id: OfferId
  name: string
  price: number
}

/**
 * Returns the cheapest other offer that fits the order: of the same GPU model, else of the same kind, and isolated if
 * the taken one was. Each query scans the price index to its first match, as all losers of a race run it at once.
 */
export async function findNextBest(
  db: Db,
  gone: Availability,
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

/** Hides the offers of machines. Returns how many were visible. */
export async function hideOffers({ db }: Tx, machineIds: readonly MachineId[]): Promise<number> {
  if (machineIds.length === 0) return 0
  const rows = await db
    .withTables<MarketTables>()
    .updateTable('offers')
    .set({ visible: false })
    .where('visible', '=', true)
    .where('machine_id', 'in', [...machineIds])
    .returning('id')
    .execute()
  return rows.length
}

/** Marks the offers of a machine for a refresh at its next heartbeat. */
export async function markOffersStale({ db }: Tx, machineId: MachineId): Promise<void> {
  await db
    .withTables<MarketTables>()
    .insertInto('stale_offers')
    .values({ machine_id: machineId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function clearOffersStale({ db }: Tx, machineId: MachineId): Promise<void> {
  await db
    .withTables<MarketTables>()
    .deleteFrom('stale_offers')
    .where('machine_id', '=', machineId)
    .execute()
}

/** Removes the slots of a machine and hides its offers; other machines may claim its GPUs afterwards. */
export async function clearOffers({ db }: Tx, machineId: MachineId): Promise<void> {
  const tables = db.withTables<MarketTables>()
  await tables.deleteFrom('slots').where('machine_id', '=', machineId).execute()
  await tables
    .updateTable('offers')
    .set({ visible: false, slots_total: 0, slots_free: 0, slots_bid: 0 })
    .where('machine_id', '=', machineId)
    .execute()
}

/** Sets the trust score of a machine's offers. Returns whether a visible one changed. */
export async function putTrustScore(
  { db }: Tx,
  machineId: MachineId,
  score: number | null,
): Promise<boolean> {
  const rows = await db
    .withTables<MarketTables>()
    .updateTable('offers')
    .set({ trust_score: score })
    .where('machine_id', '=', machineId)
    .where('trust_score', 'is distinct from', score)
    .returning('visible')
    .execute()
  return rows.some(({ visible }) => visible)
}
