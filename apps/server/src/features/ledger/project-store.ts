import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import { heldFor, type Purpose } from './ledger-accounts.ts'

/** Returns the projects of holds, in one query; a hold without one is missing. */
export async function selectProjects<T extends Purpose>(
  db: Db,
  purposes: readonly T[],
): Promise<Map<T, string>> {
  if (purposes.length === 0) return new Map()
  const { rows } = await sql<{ id: string; project: string }>`
    select id, project from ledger_accounts
    where id = any(${purposes.map((purpose) => heldFor(purpose).id)}) and project is not null`.execute(
    db,
  )
  const byHold = new Map(rows.map(({ id, project }) => [id, project]))
  return new Map(
    purposes.flatMap((purpose) => {
      const project = byHold.get(heldFor(purpose).id)
      return project === undefined ? [] : [[purpose, project] as const]
    }),
  )
}
