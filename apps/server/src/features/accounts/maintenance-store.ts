import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'

/** Since when the platform has been in maintenance mode; `null`: it is not. */
export async function loadMaintenance(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select maintenance_since as since from operator_settings`.execute(db)
  return rows[0]?.since ?? null
}

/** Switches maintenance mode on or off. If it is on already, it keeps its date. */
export async function storeMaintenance(
  { db }: Tx,
  wanted: { kind: 'on'; at: Date } | { kind: 'off' },
): Promise<Date | null> {
  const { rows } = await sql<{
    since: Date | null
  }>`update operator_settings set maintenance_since =
    ${wanted.kind === 'on' ? sql`coalesce(maintenance_since, ${wanted.at})` : sql`null`}
    returning maintenance_since as since`.execute(db)
  return rows[0]?.since ?? null
}
