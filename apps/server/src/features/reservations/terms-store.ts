import type { MachineId } from '@gridloom/contract/core/ids'
import type { ReservationTerms } from '@gridloom/contract/machines/reservation-terms'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import { type TermsColumns, termsOf } from '../market/index.ts'

/** Returns on what terms the slots of a machine can be reserved; `null`: they cannot. */
export async function readTerms(db: Db, id: MachineId): Promise<ReservationTerms | null> {
  const { rows } =
    await sql<TermsColumns>`select reservation_days_max, reservation_day_basis_points,
    reservation_week_basis_points, reservation_month_basis_points
    from machines where id = ${id}`.execute(db)
  return rows[0] === undefined ? null : termsOf(rows[0])
}
