import type { AccountId, MachineId, OfferId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { PlannedSlot, StandingSlot } from './plan-slots.ts'
import type { MachineTables, OfferRow } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<MachineTables>()

export async function listSlots(db: Db, machineId: MachineId): Promise<StandingSlot[]> {
  return tablesOf(db)
    .selectFrom('slots')
    .innerJoin('offers', 'offers.id', 'slots.offer_id')
    .select([
      'offers.slot_group as slotGroup',
      'slot',
      'gpu_uuid as gpuUuid',
      'instance_id as instanceId',
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

export async function upsertOffer({ db }: Tx, row: OfferRow): Promise<void> {
  await tablesOf(db)
    .insertInto('offers')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** Removes the free slots of a machine that are not among `kept` (offer and number); rented ones stay. */
export async function dropFreeSlots(
  { db }: Tx,
  machineId: MachineId,
  kept: readonly { offerId: OfferId; slot: number }[],
): Promise<void> {
  await sql`delete from slots where machine_id = ${machineId} and instance_id is null
    and (offer_id, slot) not in (select * from unnest(
      ${kept.map((one) => one.offerId)}::text[], ${kept.map((one) => one.slot)}::integer[]))`.execute(
    db,
  )
}

/** Adds the slots that an offer lacks and marks which are retired. Who rents a slot is never changed here. */
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

/** Two machines claim GPUs one after the other, so that neither misses what the other has just taken. */
const gpuClaimLock = 7_164_533_103

/** Who claims which GPUs. `keptSince`: whose machine was heard later keeps its GPUs from other accounts. */
interface GpuClaim {
  readonly machineId: MachineId
  readonly accountId: AccountId
  readonly uuids: readonly string[]
  readonly keptSince: Date
}

/**
 * Claims GPUs for a machine and gives those that it may not have: another machine that is online, or one
 * whose renter holds it, has them. Where the other machine is away and the slot free, it loses the slot to a machine of
 * its own account at once (a computer that was enrolled anew would else never get its own GPUs back), and to another
 * account's only after days: whoever knows a GPU's id must not get it by waiting for its owner to go offline.
 */
export async function claimGpus(
  { db }: Tx,
  { machineId, accountId, uuids, keptSince }: GpuClaim,
): Promise<string[]> {
  if (uuids.length === 0) return []
  await sql`select pg_advisory_xact_lock(${gpuClaimLock})`.execute(db)
  await sql`with lost as (
      delete from slots using machines
      where slots.gpu_uuid = any(${uuids}::text[]) and slots.machine_id <> ${machineId}
        and slots.instance_id is null and machines.id = slots.machine_id
        and (machines.removed_at is not null or (machines.status <> 'online'
          and (machines.account_id = ${accountId} or ${keptSince} >= coalesce(
            (select last_heard_at from machine_pulses where machine_id = machines.id),
            machines.enrolled_at))))
      returning slots.offer_id)
    update offers set slots_total = slots_total - gone.count, slots_free = slots_free - gone.count
    from (select offer_id, count(*) from lost group by offer_id) gone
    where offers.id = gone.offer_id`.execute(db)
  const rows = await tablesOf(db)
    .selectFrom('slots')
    .select('gpu_uuid')
    .where('gpu_uuid', 'in', [...uuids])
    .where('machine_id', '<>', machineId)
    .execute()
  return rows.flatMap((row) => (row.gpu_uuid === null ? [] : [row.gpu_uuid]))
}
