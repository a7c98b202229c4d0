import type { MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { AgentTables } from './schema.ts'

export interface StoredNonce {
  hash: string
  machineId: MachineId
}

/** Stores an issued nonce, and deletes some expired ones. */
export async function insertNonce(
  { db }: Tx,
  nonce: StoredNonce & { expiresAt: Date },
  now: Date,
): Promise<void> {
  await sql`delete from agent_nonces where nonce_hash in (
    select nonce_hash from agent_nonces where expires_at < ${now} limit 100 for update skip locked)`.execute(
    db,
  )
  await db
    .withTables<AgentTables>()
    .insertInto('agent_nonces')
    .values({ nonce_hash: nonce.hash, machine_id: nonce.machineId, expires_at: nonce.expiresAt })
    .execute()
}

/** Uses a nonce up, once over all replicas: `false` when it is unknown, used, another machine's or expired. */
export async function takeNonce({ db }: Tx, nonce: StoredNonce, now: Date): Promise<boolean> {
  const row = await db
    .withTables<AgentTables>()
    .deleteFrom('agent_nonces')
    .where('nonce_hash', '=', nonce.hash)
    .where('machine_id', '=', nonce.machineId)
    .returning('expires_at')
    .executeTakeFirst()
  return row !== undefined && row.expires_at > now
}
