import type { AccountId, SshKeyId } from '@gridloom/contract/ids'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { SshKeyTables } from './schema.ts'

export type StoredSshKey = Selectable<SshKeyTables['ssh_keys']>

/** A person's keys, the newest first. */
export function listOf(db: Db, accountId: AccountId): Promise<StoredSshKey[]> {
  return tables(db)
    .selectFrom('ssh_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The same, one call of a person after the other: the answer holds until the transaction ends. */
export async function lockListOf(tx: Tx, accountId: AccountId): Promise<StoredSshKey[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ssh-keys:${accountId}`}, 0))`.execute(
    tx.db,
  )
  return listOf(tx.db, accountId)
}

export async function insertSshKey(tx: Tx, key: StoredSshKey): Promise<void> {
  await tables(tx.db).insertInto('ssh_keys').values(key).execute()
}

export async function renameSshKey(tx: Tx, id: SshKeyId, name: string): Promise<void> {
  await tables(tx.db).updateTable('ssh_keys').set({ name }).where('id', '=', id).execute()
}

/** Removes a key of this person; `none` when there is none or it is somebody else's. */
export async function deleteSshKey(
  tx: Tx,
  { accountId, id }: { accountId: AccountId; id: SshKeyId },
): Promise<'deleted' | 'none'> {
  const { numDeletedRows } = await tables(tx.db)
    .deleteFrom('ssh_keys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows === 0n ? 'none' : 'deleted'
}

/** The public keys of several persons, oldest first, as lines of authorized_keys. */
export async function linesOf(
  db: Db,
  personIds: readonly AccountId[],
): Promise<Map<AccountId, string[]>> {
  const lines = new Map(personIds.map((id): [AccountId, string[]] => [id, []]))
  if (personIds.length === 0) return lines
  const rows = await tables(db)
    .selectFrom('ssh_keys')
    .select(['account_id', 'public_key'])
    .where('account_id', 'in', [...lines.keys()])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  for (const row of rows) lines.get(row.account_id)?.push(row.public_key)
  return lines
}

function tables(db: Db) {
  return db.withTables<SshKeyTables>()
}
