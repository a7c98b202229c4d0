import type { MachineId, VolumeId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { MarketTables } from './schema.ts'

export async function insertReservation(
  { db }: Tx,
  reservation: MarketTables['disk_reservations'],
): Promise<void> {
  await db.withTables<MarketTables>().insertInto('disk_reservations').values(reservation).execute()
}

/** Deletes the reservation of a volume and returns it; `undefined` if there was none. */
export async function deleteReservation(
  { db }: Tx,
  volumeId: VolumeId,
): Promise<{ machine_id: MachineId; disk_gb: number } | undefined> {
  return db
    .withTables<MarketTables>()
    .deleteFrom('disk_reservations')
    .where('volume_id', '=', volumeId)
    .returning(['machine_id', 'disk_gb'])
    .executeTakeFirst()
}

/** Counts the volumes that have disk of a machine. */
export async function countReservations(db: Db, machineId: MachineId): Promise<number> {
  const { count } = await db
    .withTables<MarketTables>()
    .selectFrom('disk_reservations')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('machine_id', '=', machineId)
    .executeTakeFirstOrThrow()
  return count
}
