import type { AccountId, OfferAlertId, OfferId } from '@gridloom/contract/core/ids'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { onTheMarket } from '../offers-store.ts'
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

/** Marks offers that became free for the next round of alerts, saved searches and automatic orders, if any account waits. */
export async function markFreed({ db }: Tx, offerIds: readonly OfferId[]): Promise<void> {
  if (offerIds.length === 0) return
  await sql`insert into freed_offers (offer_id) select unnest(${[...offerIds]}::text[])
    where exists (select 1 from offer_alerts where sent_at is null)
      or exists (select 1 from saved_searches where not paused)
      or exists (select 1 from auto_orders where state = 'waiting')
    on conflict do nothing`.execute(db)
}

/** Marks one offer for the next round of alerts if it is free, as a new alert may fit it already. */
export async function markIfFree({ db }: Tx, offerId: OfferId): Promise<void> {
  await sql`insert into freed_offers (offer_id) select offer.id from offers offer
    where ${onTheMarket} and offer.id = ${offerId} on conflict do nothing`.execute(db)
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

/** Takes the next offers that became free; those that another replica works on are left out. */
export async function takeFreed({ db }: Tx): Promise<OfferId[]> {
  const { rows } = await sql<{ offer_id: OfferId }>`delete from freed_offers where offer_id in (
      select offer_id from freed_offers order by offer_id limit ${offersMax} for update skip locked)
    returning offer_id`.execute(db)
  return rows.map((row) => row.offer_id)
}

/** An alert that waits. */
export type WaitingAlert = Pick<OfferAlertRow, 'id' | 'offer_id' | 'filters'>

/** Returns the next alerts that wait, in the order of ids. */
export async function listWaiting(
  { db }: Tx,
  { after, now, limit }: { after: OfferAlertId | ''; now: Date; limit: number },
): Promise<WaitingAlert[]> {
  const { rows } = await sql<WaitingAlert>`select id, offer_id, filters from offer_alerts
    where sent_at is null and expires_at > ${now} and id > ${after} order by id limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Claims alerts, each for the offer that fits it: no other round claims them again. */
export async function claimAlerts(
  { db }: Tx,
  fitting: readonly { id: OfferAlertId; offerId: OfferId }[],
  now: Date,
): Promise<DueAlert[]> {
  if (fitting.length === 0) return []
  const { rows } = await sql<DueAlert>`
    update offer_alerts alert set sent_at = ${now}, sent_offer_id = offer.id
    from unnest(${fitting.map(({ id }) => id)}::text[], ${fitting.map(({ offerId }) => offerId)}::text[])
      as due (id, offer_id)
      join offers offer on offer.id = due.offer_id join machines machine on machine.id = offer.machine_id
    where alert.id = due.id and alert.sent_at is null
    returning alert.id, alert.account_id as "accountId", offer.id as "offerId",
      coalesce(offer.gpu_model, offer.cpu_model) as hardware, machine.name as "machineName",
      offer.price_micro_usd_per_hour as "microUsdPerHour"`.execute(db)
  return rows
}
