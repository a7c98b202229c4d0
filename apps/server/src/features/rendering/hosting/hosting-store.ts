import type { MachineId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'
import type { CheckRow, RenderingTables } from '../schema.ts'

/** The number and price of a machine's pictures that no other machine could check. */
export interface HeldPay {
  frames: number
  microUsd: MicroUsd
}

export async function readHeldPay(db: Db, id: MachineId): Promise<HeldPay> {
  const { rows } = await sql<HeldPay>`
    select count(*)::int as frames, coalesce(sum(held_micro_usd), 0)::bigint as "microUsd"
    from render_frames where machine_id = ${id} and state = 'held'`.execute(db)
  return rows[0] ?? { frames: 0, microUsd: 0 }
}

/** Returns the checks of a machine's pictures, newest first. */
export function listChecksOf(db: Db, id: MachineId, limit: number): Promise<CheckRow[]> {
  return db
    .withTables<RenderingTables>()
    .selectFrom('render_checks')
    .selectAll()
    .where('machine_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
