import type { InstanceId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'

/** Lists the instances of a reservation that are not destroyed, in the order in which their rows are locked. */
export async function listOfReservation(db: Db, reservationId: string): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`select id from instances
    where reservation_id = ${reservationId} and state <> 'destroyed' order by id`.execute(db)
  return rows.map(({ id }) => id)
}
