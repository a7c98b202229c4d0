import type { InstanceId, MachineId, OfferId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { CurrentSlot, PlannedSlot } from './plan-slots.ts'
import type { MarketTables, OfferRow } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<MarketTables>()

export async function listSlots(db: Db, machineId: MachineId): Promise<CurrentSlot[]> {
  return tablesOf(db)
    .selectFrom('slots')
    .innerJoin('offers', 'offers.id', 'slots.offer_id')
    .select([
      'offers.slot_group as slotGroup',
      'slot',
      'gpu_uuid as gpuUuid',
      'instance_id as instanceId',
      'reservation_id as reservationId',
    ])
    .where('slots.machine_id', '=', machineId)
    .orderBy('slot')
    .execute()
}

export async function listOffersOf(db: Db, machineId: MachineId): Promise<OfferRow[]> {
  return tablesOf(db)
    .selectFrom('offers')
    .selectAll()
    .where('machine_id', '=', machineId)
    .orderBy('id')
    .execute()
}

/** Returns which instance has which GPU of a machine. */
export async function listGpuHolders(
  db: Db,
  machineId: MachineId,
): Promise<{ instanceId: InstanceId; gpuUuid: string }[]> {
  const rows = await tablesOf(db)
    .selectFrom('slots')
    .select(['instance_id as instanceId', 'gpu_uuid as gpuUuid'])
    .where('machine_id', '=', machineId)
    .where('instance_id', 'is not', null)
    .where('gpu_uuid', 'is not', null)
    .orderBy('instance_id')
    .orderBy('slot')
    .execute()
  return rows.flatMap(({ instanceId, gpuUuid }) =>
    instanceId === null || gpuUuid === null ? [] : [{ instanceId, gpuUuid }],
  )
}

/** Inserts or replaces an offer; the trust score of an existing one stays, as others set it meanwhile. */
export async function upsertOffer({ db }: Tx, row: OfferRow): Promise<void> {
  const { trust_score: _, ...facts } = row
  await tablesOf(db)
    .insertInto('offers')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
    .execute()
}

/** Deletes the free slots of a machine that are not among `kept` (offer and number). */
export async function dropFreeSlots(
  { db }: Tx,
  machineId: MachineId,
  kept: readonly { offerId: OfferId; slot: number }[],
): Promise<void> {
  await sql`delete from slots where machine_id = ${machineId} and instance_id is null
    and reservation_id is null
    and (offer_id, slot) not in (select * from unnest(
      ${kept.map((one) => one.offerId)}::text[], ${kept.map((one) => one.slot)}::integer[]))`.execute(
    db,
  )
}

/** Adds missing slots to an offer and marks which are retired. Leaves rentals unchanged. */
export async function putSlots(
  { db }: Tx,
  offer: { offerId: OfferId; machineId: MachineId },
  slots: readonly PlannedSlot[],
): Promise<void> {
  if (slots.length === 0) return
  await tablesOf(db)
    .insertInto('slots')
    .values(
      slots.map((slot) => ({
        offer_id: offer.offerId,
        machine_id: offer.machineId,
        slot: slot.slot,
        gpu_uuid: slot.gpuUuid,
        instance_id: slot.instanceId,
        reservation_id: slot.reservationId,
        retired: slot.retired,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['offer_id', 'slot'])
        .doUpdateSet((set) => ({ retired: set.ref('excluded.retired') })),
    )
    .execute()
}
