import type { InstanceId, MachineId, OfferId } from '@gridloom/contract/core/ids'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { MarketTables, OfferRow } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<MarketTables>()

/**
 * Returns the GB of a machine's offered disk that are reserved: what instances have not filled yet, and the whole of
 * volumes, whose space agents report as free.
 */
export async function diskReserved(db: Db, machineId: MachineId): Promise<number> {
  const { rows } = await sql<{ gb: number }>`
    select ((select coalesce(sum(greatest(0, disk_gb - disk_used_gb)), 0) from rentals
        where machine_id = ${machineId})
      + (select coalesce(sum(disk_gb), 0) from disk_reservations
        where machine_id = ${machineId}))::bigint as gb`.execute(db)
  return rows[0]?.gb ?? 0
}

/** Counts the instances that have slots of a machine, or anything at all (a kept disk too). */
export async function countRentals(
  db: Db,
  machineId: MachineId,
  of: 'slots_held' | 'anything',
): Promise<number> {
  const row = await tablesOf(db)
    .selectFrom('rentals')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('machine_id', '=', machineId)
    .$if(of === 'slots_held', (query) => query.where('slots_held', '=', true))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Slots of an offer, with disk. */
export interface SlotRequest {
  offerId: OfferId
  slots: number
  diskGb: number
}

/**
 * Counts slots of an offer as taken if it has enough free slots and disk when the update runs. One conditional update:
 * of any number of orders for the last slot one gets a row back. Slots of interruptible instances are taken last.
 */
export async function countTaken(
  { db }: Tx,
  wanted: SlotRequest,
  among: 'visible' | 'any' = 'visible',
): Promise<OfferRow | undefined> {
  return tablesOf(db)
    .updateTable('offers')
    .set((e) => ({
      slots_free: e('slots_free', '-', wanted.slots),
      slots_bid: sql<number>`least(slots_bid, slots_free - ${wanted.slots}::integer)`,
    }))
    .where('id', '=', wanted.offerId)
    .$if(among === 'visible', (query) => query.where('visible', '=', true))
    .where('slots_free', '>=', wanted.slots)
    .where('disk_free_gb', '>=', wanted.diskGb)
    .returningAll()
    .executeTakeFirst()
}

/** Assigns the lowest free slots of an offer to an instance. Returns their GPUs (none for CPU slots). */
export async function assignSlots(
  { db }: Tx,
  wanted: Pick<SlotRequest, 'offerId' | 'slots'>,
  instanceId: InstanceId,
): Promise<{ count: number; gpuUuids: string[] }> {
  const { rows } = await sql<{ gpu_uuid: string | null }>`
    update slots set instance_id = ${instanceId}
    where offer_id = ${wanted.offerId} and slot in (
      select slot from slots where offer_id = ${wanted.offerId} and instance_id is null and reservation_id is null and not retired
      order by slot limit ${wanted.slots})
    returning gpu_uuid`.execute(db)
  const gpuUuids = rows.flatMap((row) => (row.gpu_uuid === null ? [] : [row.gpu_uuid]))
  return { count: rows.length, gpuUuids }
}

/** Returns the GPUs of the slots that an instance has. */
export async function heldGpus({ db }: Tx, instanceId: InstanceId): Promise<string[]> {
  const rows = await tablesOf(db)
    .selectFrom('slots')
    .select('gpu_uuid')
    .where('instance_id', '=', instanceId)
    .orderBy('slot')
    .execute()
  return rows.flatMap((row) => (row.gpu_uuid === null ? [] : [row.gpu_uuid]))
}

/** Subtracts disk from every offer of a machine, as they share it; a negative amount adds it back. */
export async function countDisk({ db }: Tx, machineId: MachineId, takenGb: number): Promise<void> {
  await sql`update offers set disk_free_gb = greatest(0, disk_free_gb - ${takenGb})
    where machine_id = ${machineId}`.execute(db)
}

export async function insertRental(
  { db }: Tx,
  rental: Insertable<MarketTables['rentals']>,
): Promise<void> {
  await tablesOf(db).insertInto('rentals').values(rental).execute()
}

export async function findRental(db: Db, instanceId: InstanceId) {
  return tablesOf(db)
    .selectFrom('rentals')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .executeTakeFirst()
}

/** Marks the slots of a rental as taken again at a time. */
export async function markSlotsHeld({ db }: Tx, instanceId: InstanceId, at: Date): Promise<void> {
  await tablesOf(db)
    .updateTable('rentals')
    .set({ slots_held: true, taken_at: at, interrupted_at: null })
    .where('instance_id', '=', instanceId)
    .execute()
}

export async function markSlotsReleased({ db }: Tx, instanceId: InstanceId): Promise<void> {
  await tablesOf(db)
    .updateTable('rentals')
    .set({ slots_held: false, interrupted_at: null })
    .where('instance_id', '=', instanceId)
    .execute()
}

/**
 * Frees the slots of an instance: those of a reservation for it, others for everyone. Retired others are deleted, and
 * those that another instance still runs on go back to it. An interruptible instance's slots were counted as free before.
 */
export async function freeSlots(
  { db }: Tx,
  instanceId: InstanceId,
): Promise<{ freed: number; retired: number }> {
  const { rows } = await sql<{ freed: number; retired: number }>`
    with gone as (delete from slots
      where instance_id = ${instanceId} and retired and reservation_id is null returning 1),
    left_free as (
      update slots set instance_id = vacating_instance_id, vacating_instance_id = null
      where instance_id = ${instanceId} and (not retired or reservation_id is not null)
      returning offer_id, reservation_id, instance_id as back_to),
    freed as (select offer_id, back_to from left_free where reservation_id is null),
    rental as (select bid_micro_usd_per_hour is not null as is_bid from rentals
      where instance_id = ${instanceId}),
    counted as (
      update offers set
        slots_free = slots_free + case when rental.is_bid then 0 else counts.freed end,
        slots_bid = slots_bid + counts.back - case when rental.is_bid then counts.freed else 0 end
      from (select offer_id, count(*) as freed, count(back_to) as back from freed group by offer_id) counts,
        rental
      where offers.id = counts.offer_id)
    select (select count(*) from freed) as freed, (select count(*) from gone) as retired`.execute(
    db,
  )
  return rows[0] ?? { freed: 0, retired: 0 }
}

export async function deleteRental({ db }: Tx, instanceId: InstanceId): Promise<void> {
  await tablesOf(db).deleteFrom('rentals').where('instance_id', '=', instanceId).execute()
}

/** Records how much of their disks instances have filled. Returns whether any changed by a GB. */
export async function recordDiskUsed(
  { db }: Tx,
  machineId: MachineId,
  used: readonly { instanceId: InstanceId; usedGb: number }[],
): Promise<boolean> {
  if (used.length === 0) return false
  const { rows } = await sql`update rentals set disk_used_gb = used.gb
    from unnest(${used.map((one) => one.instanceId)}::text[], ${used.map((one) => one.usedGb)}::integer[])
      as used (instance_id, gb)
    where rentals.instance_id = used.instance_id and rentals.machine_id = ${machineId}
      and rentals.disk_used_gb <> used.gb
    returning 1`.execute(db)
  return rows.length > 0
}
