import type { AccountId, SshKeyId } from '@gridloom/contract/core/ids'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { SshKeyTables } from './schema.ts'

export type StoredSshKey = Selectable<SshKeyTables['ssh_keys']>

/** A user's keys, newest first. */
export function listOf(db: Db, accountId: AccountId): Promise<StoredSshKey[]> {
  return tables(db)
    .selectFrom('ssh_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function countSshKeys(db: Db, accountId: AccountId): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('ssh_keys')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

/** A user's keys, newest first, locked: other changes of this user's keys wait until the transaction ends. */
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

/** Removes a key of this user. Returns `none` when it does not exist or belongs to another user. */
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

/** The user who ordered an instance, and the account that they ordered it for. */
export interface Renter {
  readonly accountId: AccountId
  readonly userId: AccountId
}

/**
 * The public keys of renters, oldest first, as lines of authorized_keys; for a company only while the user is a member
 * of it. One query for any number of renters; a renter without keys has no row.
 */
export async function authorizedKeysOf(
  db: Db,
  renters: readonly Renter[],
): Promise<(Renter & { line: string })[]> {
  if (renters.length === 0) return []
  const { rows } = await sql<Renter & { line: string }>`
    select renter.account_id as "accountId", renter.user_id as "userId", public_key as line
    from (select distinct * from unnest(
      ${renters.map(({ accountId }) => accountId)}::text[],
      ${renters.map(({ userId }) => userId)}::text[]) as given (account_id, user_id)) renter
    join ssh_keys on ssh_keys.account_id = renter.user_id
    where renter.account_id = renter.user_id or exists (
      select from company_members m
      where m.company_id = renter.account_id and m.account_id = renter.user_id)
    order by created_at, id`.execute(db)
  return rows
}

function tables(db: Db) {
  return db.withTables<SshKeyTables>()
}
