import type {
  AccountId,
  InstanceId,
  MachineId,
  OfferId,
  ReservationId,
} from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { markInterrupted } from './bids/bids-store.ts'
import type { MarketTables } from './schema.ts'

/** Gives the lowest free slots of an offer to a reservation. Returns how many. */
export async function reserveFree(
  { db }: Tx,
  wanted: { offerId: OfferId; slots: number; reservationId: ReservationId },
): Promise<number> {
  const { rows } = await sql`update slots set reservation_id = ${wanted.reservationId}
    where offer_id = ${wanted.offerId} and slot in (
      select slot from slots where offer_id = ${wanted.offerId} and instance_id is null
        and reservation_id is null and not retired
      order by slot limit ${wanted.slots})
    returning 1`.execute(db)
  return rows.length
}

/** Gives slots of interruptible instances, in their order, to a reservation, and begins their interruption. Returns how many. */
export async function reserveOfBids(
  tx: Tx,
  wanted: {
    offerId: OfferId
    slots: number
    reservationId: ReservationId
    from: readonly InstanceId[]
    at: Date
  },
): Promise<number> {
  let count = 0
  for (const holder of wanted.from) {
    if (count >= wanted.slots) break
    const { rows } = await sql`update slots set reservation_id = ${wanted.reservationId}
      where offer_id = ${wanted.offerId} and slot in (
        select slot from slots where offer_id = ${wanted.offerId} and instance_id = ${holder}
          and reservation_id is null and not retired
        order by slot limit ${wanted.slots - count})
      returning 1`.execute(tx.db)
    count += rows.length
    if (rows.length > 0) await markInterrupted(tx, [holder], wanted.at)
  }
  return count
}

/** Gives the lowest free slots of a reservation to an instance. Returns their GPUs (none for CPU slots). */
export async function assignFreeReserved(
  { db }: Tx,
  wanted: { reservationId: ReservationId; slots: number; instanceId: InstanceId },
): Promise<{ count: number; gpuUuids: string[] }> {
  const { rows } = await sql<{ gpu_uuid: string | null }>`
    update slots set instance_id = ${wanted.instanceId}
    where reservation_id = ${wanted.reservationId} and slot in (
      select slot from slots where reservation_id = ${wanted.reservationId}
        and instance_id is null and not retired
      order by slot limit ${wanted.slots})
    returning gpu_uuid`.execute(db)
  const gpuUuids = rows.flatMap((row) => (row.gpu_uuid === null ? [] : [row.gpu_uuid]))
  return { count: rows.length, gpuUuids }
}

/** Frees the slots of a reservation: those without an instance for everyone. Retired ones without are deleted. */
export async function freeReserved({ db }: Tx, id: ReservationId): Promise<void> {
  await sql`
    with gone as (delete from slots
      where reservation_id = ${id} and instance_id is null and retired returning 1),
    freed as (
      update slots set reservation_id = null
      where reservation_id = ${id} and (instance_id is not null or not retired)
      returning offer_id, instance_id)
    update offers set slots_free = slots_free + counts.freed
    from (select offer_id, count(*) as freed from freed where instance_id is null group by offer_id) counts
    where offers.id = counts.offer_id`.execute(db)
}

/** The slots of a reservation. */
export interface ReservedSlotCounts {
  /** Those that its machine still has. */
  usable: number
  /** Those that instances have. */
  used: number
}

/** Counts the slots of reservations; one without any is left out. */
export async function readReservedCounts(
  db: Db,
  ids: readonly ReservationId[],
): Promise<Map<ReservationId, ReservedSlotCounts>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: ReservationId } & ReservedSlotCounts>`
    select reservation_id as id, count(*) filter (where not retired) as usable, count(instance_id) as used
    from slots where reservation_id = any(${[...ids]}::text[]) group by reservation_id`.execute(db)
  return new Map(rows.map(({ id, usable, used }) => [id, { usable, used }]))
}

/** Counts the slots of an account's active reservation of an offer; `undefined` where it has none with this id. */
export async function readOwnCounts(
  db: Db,
  { id, accountId, offerId }: { id: ReservationId; accountId: AccountId; offerId: OfferId },
): Promise<ReservedSlotCounts | undefined> {
  const { rows } = await sql`select 1 from reservations where id = ${id}
    and account_id = ${accountId} and offer_id = ${offerId} and state = 'active'`.execute(db)
  if (rows.length === 0) return undefined
  return (await readReservedCounts(db, [id])).get(id) ?? { usable: 0, used: 0 }
}

/** Counts the reservations that have slots of a machine. */
export async function countReserved(db: Db, machineId: MachineId): Promise<number> {
  const row = await db
    .withTables<MarketTables>()
    .selectFrom('slots')
    .select((e) => e.fn.count<number>('reservation_id').distinct().as('count'))
    .where('machine_id', '=', machineId)
    .executeTakeFirstOrThrow()
  return row.count
}
