import type { InstanceId, MachineId, OfferId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { SlotRequest } from '../rentals-store.ts'
import type { MarketTables, OfferRow } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<MarketTables>()

/** An interruptible instance with slots of an offer, or one that waits for them. */
export interface BidRow {
  id: InstanceId
  slots: number
  maxMicroUsd: number
  placedAt: Date
  takenAt: Date | null
  /** `runs`: with slots that it keeps. `leaves`: with slots, until its machine has stopped it. `waits`: without any. */
  standing: 'runs' | 'leaves' | 'waits'
  /** Whether it starts again by itself, so that its bid counts although it does not run. */
  resumes: boolean
}

/** Lists the interruptible instances of an offer. */
export async function listBids(db: Db, offerId: OfferId): Promise<BidRow[]> {
  const { rows } = await sql<BidRow>`
    select rental.instance_id as id, rental.slots, rental.bid_micro_usd_per_hour as "maxMicroUsd",
      rental.bid_at as "placedAt", rental.taken_at as "takenAt",
      case when not rental.slots_held then 'waits'
        when rental.interrupted_at is null and instance.desired = 'running' then 'runs'
        else 'leaves' end as standing,
      instance.resumes and case instance.desired when 'running' then rental.interrupted_at is not null
        when 'stopped' then coalesce(instance.reason ->> 'code' = 'interrupted', false)
        else false end as resumes
    from rentals rental join instances instance on instance.id = rental.instance_id
    where rental.offer_id = ${offerId} and rental.bid_micro_usd_per_hour is not null
    order by rental.instance_id`.execute(db)
  return rows
}

/** Returns the interruptible instances of a machine. */
export async function listBidders(db: Db, machineId: MachineId): Promise<ReadonlySet<InstanceId>> {
  const rows = await tablesOf(db)
    .selectFrom('rentals')
    .select('instance_id')
    .where('machine_id', '=', machineId)
    .where('bid_micro_usd_per_hour', 'is not', null)
    .execute()
  return new Set(rows.map((row) => row.instance_id))
}

/** Counts slots as taken by a bid, free ones first. The caller has the machine's lock and chose whose slots it takes. */
export async function countBidSlots(
  { db }: Tx,
  wanted: SlotRequest,
): Promise<OfferRow | undefined> {
  return tablesOf(db)
    .updateTable('offers')
    .set({ slots_bid: sql<number>`least(slots_free, slots_bid + ${wanted.slots}::integer)` })
    .where('id', '=', wanted.offerId)
    .where('slots_free', '>=', wanted.slots)
    .where('disk_free_gb', '>=', wanted.diskGb)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Takes slots of interruptible instances, in their order, for another instance, which waits until their machine has
 * stopped them. Returns the GPUs.
 */
export async function takeOver(
  { db }: Tx,
  { offerId, instanceId, from, slots, at }: TakeOver,
): Promise<{ count: number; gpuUuids: string[] }> {
  const gpuUuids: string[] = []
  let count = 0
  for (const holder of from) {
    if (count >= slots) break
    const { rows } = await sql<{ gpu_uuid: string | null }>`
      update slots set instance_id = ${instanceId},
        vacating_instance_id = coalesce(vacating_instance_id, ${holder})
      where offer_id = ${offerId} and slot in (
        select slot from slots where offer_id = ${offerId} and instance_id = ${holder} and not retired
          and reservation_id is null
        order by slot limit ${slots - count})
      returning gpu_uuid`.execute(db)
    count += rows.length
    gpuUuids.push(...rows.flatMap(({ gpu_uuid }) => (gpu_uuid === null ? [] : [gpu_uuid])))
    if (rows.length > 0) await markInterrupted({ db }, [holder], at)
  }
  return { count, gpuUuids }
}

interface TakeOver {
  offerId: OfferId
  instanceId: InstanceId
  from: readonly InstanceId[]
  slots: number
  at: Date
}

/** Marks running interruptible instances as interrupted from a time on; those that are already stay as they are. */
export async function markInterrupted(
  { db }: Pick<Tx, 'db'>,
  ids: readonly InstanceId[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return
  await tablesOf(db)
    .updateTable('rentals')
    .set({ interrupted_at: at })
    .where('instance_id', 'in', [...ids])
    .where('slots_held', '=', true)
    .where('interrupted_at', 'is', null)
    .execute()
}

/** The instance no longer runs on slots of others. */
export async function vacateSlots({ db }: Tx, instanceId: InstanceId): Promise<void> {
  await tablesOf(db)
    .updateTable('slots')
    .set({ vacating_instance_id: null })
    .where('vacating_instance_id', '=', instanceId)
    .execute()
}

/** Whether another instance still runs on slots of this one. */
export async function areSlotsInUse(db: Db, instanceId: InstanceId): Promise<boolean> {
  const row = await tablesOf(db)
    .selectFrom('slots')
    .select('slot')
    .where('instance_id', '=', instanceId)
    .where('vacating_instance_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Sets the bid of an instance without slots; `null`: it is on demand from now on. */
export async function putBid(
  { db }: Tx,
  instanceId: InstanceId,
  bid: { microUsd: number | null; at: Date },
): Promise<void> {
  await tablesOf(db)
    .updateTable('rentals')
    .set({
      bid_micro_usd_per_hour: bid.microUsd,
      bid_at: bid.microUsd === null ? null : bid.at,
    })
    .where('instance_id', '=', instanceId)
    .execute()
}

/** Sets what an instance pays, as its provider sees it. */
export async function putRentalPrice(
  { db }: Tx,
  instanceId: InstanceId,
  microUsdPerHour: number,
): Promise<void> {
  await tablesOf(db)
    .updateTable('rentals')
    .set({ micro_usd_per_hour: microUsdPerHour })
    .where('instance_id', '=', instanceId)
    .execute()
}

export async function putClearing(
  { db }: Tx,
  offerId: OfferId,
  { microUsd, at }: { microUsd: number; at: Date },
): Promise<void> {
  await tablesOf(db)
    .updateTable('offers')
    .set({ bid_price_micro_usd_per_hour: microUsd, bids_cleared_at: at })
    .where('id', '=', offerId)
    .execute()
}

/** Lists offers that accept bids, were not cleared since `before`, and have bids, or a price of earlier ones. */
export async function listOffersToClear(
  db: Db,
  before: Date,
): Promise<{ id: OfferId; machineId: MachineId }[]> {
  const { rows } = await sql<{ id: OfferId; machineId: MachineId }>`
    select offer.id, offer.machine_id as "machineId" from offers offer
    where offer.min_bid_micro_usd_per_hour is not null and offer.visible
      and (offer.bids_cleared_at is null or offer.bids_cleared_at <= ${before})
      and (offer.bid_price_micro_usd_per_hour is distinct from offer.min_bid_micro_usd_per_hour
        or exists (select 1 from rentals where offer_id = offer.id and bid_micro_usd_per_hour is not null))
    order by offer.bids_cleared_at nulls first, offer.id limit 500`.execute(db)
  return rows
}
