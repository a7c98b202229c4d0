import type { AccountId, OfferAlertId, OfferId } from '@gridloom/contract/core/ids'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { conditionsOf, onTheMarket } from '../offer-filters.ts'
import type { MarketTables, OfferAlertRow } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<MarketTables>()

/** An alert with the names of the offer that it waits for. */
export type NamedAlert = OfferAlertRow & { offer_name: string | null }

/** Returns the alerts of an account, newest first, or one of them. */
export async function listAlertRows(
  db: Db,
  accountId: AccountId,
  only: OfferAlertId | 'all' = 'all',
): Promise<NamedAlert[]> {
  const { rows } = await sql<NamedAlert>`
    select alert.*, coalesce(offer.gpu_model, offer.cpu_model) || ' on ' || machine.name as offer_name
    from offer_alerts alert
    left join offers offer on offer.id = alert.offer_id
    left join machines machine on machine.id = offer.machine_id
    where alert.account_id = ${accountId} and (${only === 'all'} or alert.id = ${only})
    order by alert.id desc limit 500`.execute(db)
  return rows
}

/** Counts the alerts of these accounts that still wait. */
export async function countWaiting(db: Db, accountIds: readonly AccountId[]): Promise<number> {
  const { count } = await tablesOf(db)
    .selectFrom('offer_alerts')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', 'in', accountIds)
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertAlert(
  { db }: Tx,
  alert: Insertable<MarketTables['offer_alerts']>,
): Promise<void> {
  await tablesOf(db).insertInto('offer_alerts').values(alert).execute()
}

/** Deletes an alert of an account. Returns whether there was one. */
export async function deleteAlertRow(
  { db }: Tx,
  accountId: AccountId,
  id: OfferAlertId,
): Promise<boolean> {
  const { numDeletedRows } = await tablesOf(db)
    .deleteFrom('offer_alerts')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes alerts that expired before a time, sent or not. */
export async function deleteExpired({ db }: Tx, before: Date): Promise<void> {
  await tablesOf(db).deleteFrom('offer_alerts').where('expires_at', '<', before).execute()
}

/** Marks offers that became free for the next round of alerts, if any account waits. */
export async function markFreed({ db }: Tx, offerIds: readonly OfferId[]): Promise<void> {
  if (offerIds.length === 0) return
  await sql`insert into freed_offers (offer_id) select unnest(${[...offerIds]}::text[])
    where exists (select 1 from offer_alerts where sent_at is null)
    on conflict do nothing`.execute(db)
}

/** Marks the cheapest free offer that a new alert fits already, so that the next round sends it. */
export async function markFitting(
  { db }: Tx,
  wanted: { offerId: OfferId | null; filters: OfferFilters },
): Promise<void> {
  const conditions = conditionsOf(wanted.filters).map(({ passes }) => sql` and ${passes}`)
  const one = wanted.offerId === null ? sql`` : sql` and offer.id = ${wanted.offerId}`
  await sql`insert into freed_offers (offer_id) select offer.id from offers offer
    where ${onTheMarket}${one}${sql.join(conditions, sql``)}
    order by offer.price_micro_usd_per_hour, offer.id limit 1 on conflict do nothing`.execute(db)
}

/** An alert whose account is to be notified, and the free offer that fits it. */
export interface DueAlert {
  id: OfferAlertId
  accountId: AccountId
  offerId: OfferId
  hardware: string
  machineName: string
  microUsdPerHour: number
}

const offersMax = 200
const alertsMax = 200

/** Takes the next offers that became free; those that another replica works on are left out. */
export async function takeFreed({ db }: Tx): Promise<OfferId[]> {
  const { rows } = await sql<{ offer_id: OfferId }>`delete from freed_offers where offer_id in (
      select offer_id from freed_offers order by offer_id limit ${offersMax} for update skip locked)
    returning offer_id`.execute(db)
  return rows.map((row) => row.offer_id)
}

/** Claims waiting alerts that one of these offers fits now, each with the cheapest: no other round claims them again. */
export async function claimAlerts(
  { db }: Tx,
  offerIds: readonly OfferId[],
  now: Date,
): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert>`
    with due as (
      select alert.id, fitting.id as offer_id, fitting.hardware, fitting.price, fitting.machine_name
      from offer_alerts alert
      cross join lateral (
        select offer.id, coalesce(offer.gpu_model, offer.cpu_model) as hardware,
          offer.price_micro_usd_per_hour as price, machine.name as machine_name
        from offers offer join machines machine on machine.id = offer.machine_id
        where offer.id = any(${[...offerIds]}::text[]) and ${onTheMarket} and ${fits}
        order by offer.price_micro_usd_per_hour, offer.id limit 1) fitting
      where alert.sent_at is null and alert.expires_at > ${now}
      order by alert.id limit ${alertsMax} for no key update of alert skip locked)
    update offer_alerts alert set sent_at = ${now}, sent_offer_id = due.offer_id
    from due where alert.id = due.id
    returning alert.id, alert.account_id as "accountId", due.offer_id as "offerId", due.hardware,
      due.machine_name as "machineName", due.price as "microUsdPerHour"`.execute(db)
  return rows
}

/** Whether an `offer` passes what an `alert` waits for: the same rules as `conditionsOf`, on the stored filters. */
const fits: RawBuilder<boolean> = sql`
  (alert.offer_id is null or alert.offer_id = offer.id)
  and (alert.filters ->> 'kind' is null or offer.kind = alert.filters ->> 'kind')
  and (alert.filters ->> 'gpu_model' is null or offer.gpu_model is not distinct from alert.filters ->> 'gpu_model')
  and offer.slots_free >= coalesce((alert.filters ->> 'slots_min')::float8, 0)
  and offer.vram_mib >= coalesce((alert.filters ->> 'vram_mib_min')::float8, 0)
  and offer.vcpus >= coalesce((alert.filters ->> 'vcpus_min')::float8, 0)
  and offer.memory_mib >= coalesce((alert.filters ->> 'memory_mib_min')::float8, 0)
  and offer.disk_free_gb >= coalesce((alert.filters ->> 'disk_gb_min')::float8, 0)
  and offer.cpu_score >= coalesce((alert.filters ->> 'cpu_score_min')::float8, 0)
  and offer.network_down_mbps >= coalesce((alert.filters ->> 'network_down_mbps_min')::float8, 0)
  and offer.price_micro_usd_per_hour <= coalesce((alert.filters ->> 'price_micro_usd_per_hour_max')::float8, 'infinity')
  and (alert.filters ->> 'image' is null or exists (select 1 from machine_images
    where machine_id = offer.machine_id and image = alert.filters ->> 'image'))
  and (offer.isolated or alert.filters ->> 'isolation' = 'any')`
