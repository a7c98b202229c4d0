import type { MachineId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { AgentTables } from './schema.ts'

export interface Presence {
  machineId: MachineId
  replica: string
  connectionId: string
}

/** Stores that a machine is connected here; replaces an earlier connection: the newest wins. */
export async function putPresence({ db }: Tx, presence: Presence, now: Date): Promise<void> {
  const row = {
    replica: presence.replica,
    connection_id: presence.connectionId,
    connected_at: now,
    seen_at: now,
  }
  await db
    .withTables<AgentTables>()
    .insertInto('machine_connections')
    .values({ machine_id: presence.machineId, ...row })
    .onConflict((conflict) => conflict.column('machine_id').doUpdateSet(row))
    .execute()
}

/** Deletes the presence of one connection; a newer connection's is unchanged. */
export async function removePresence({ db }: Tx, connectionId: string): Promise<void> {
  await db
    .withTables<AgentTables>()
    .deleteFrom('machine_connections')
    .where('connection_id', '=', connectionId)
    .execute()
}

/**
 * Marks the connections of a replica as seen, and returns those that are still valid: not replaced by a newer one
 * elsewhere, and their machine's key not revoked.
 */
export async function confirmPresence(
  { db }: Tx,
  replica: string,
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .withTables<AgentTables>()
    .updateTable('machine_connections')
    .set({ seen_at: now })
    .where('replica', '=', replica)
    .where('machine_id', 'in', (keys) =>
      keys.selectFrom('agent_keys').select('machine_id').where('revoked_at', 'is', null),
    )
    .returning('connection_id')
    .execute()
  return new Set(rows.map((row) => row.connection_id))
}
