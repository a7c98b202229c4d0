import type { MachineId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { AgentTables } from './schema.ts'

/**
 * Stores the key that a machine enrols with (Ed25519, raw 32 bytes in base64url). It replaces an earlier one: revoke
 * that first, which ends its connection.
 */
export async function registerKey(
  { db }: Tx,
  key: { machineId: MachineId; publicKey: string },
): Promise<void> {
  await db
    .withTables<AgentTables>()
    .insertInto('agent_keys')
    .values({ machine_id: key.machineId, public_key: key.publicKey, revoked_at: null })
    .onConflict((conflict) =>
      conflict.column('machine_id').doUpdateSet({ public_key: key.publicKey, revoked_at: null }),
    )
    .execute()
}

/**
 * Revokes a machine's key: new connections are rejected, and a replica that has one ends it within ten seconds because
 * its presence is gone. Call `gateway.disconnect` too where it may be here.
 */
export async function revokeKey({ db }: Tx, machineId: MachineId, at: Date): Promise<void> {
  const tables = db.withTables<AgentTables>()
  await tables
    .updateTable('agent_keys')
    .set({ revoked_at: at })
    .where('machine_id', '=', machineId)
    .where('revoked_at', 'is', null)
    .execute()
  await tables.deleteFrom('machine_connections').where('machine_id', '=', machineId).execute()
}

/** Returns the valid key of a machine; `undefined` when it is unknown or revoked. */
export async function findAgentKey(db: Db, machineId: MachineId): Promise<string | undefined> {
  const row = await db
    .withTables<AgentTables>()
    .selectFrom('agent_keys')
    .select('public_key')
    .where('machine_id', '=', machineId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row?.public_key
}
