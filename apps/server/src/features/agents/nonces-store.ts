import type { MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { AgentTables } from './schema.ts'

export interface StoredNonce {
  hash: string
  machineId: MachineId
}

/** Keeps a nonce that was given out; some that nobody used in time go on the way. */
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

/** Uses a nonce up, over all replicas once: `false` when it is unknown, used, another's or too old. */
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
