import type { ChannelId } from '@gridloom/contract/channels/channel'
import type { AccountId, ConnectedAccountId } from '@gridloom/contract/core/ids'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ChannelTables, ConnectedAccountRow } from '../schema.ts'

const tables = (db: Db) => db.withTables<ChannelTables>()

type Changes = Updateable<ChannelTables['connected_accounts']>

/** Returns the accounts that an account has connected, oldest first; without those it disconnected. */
export async function selectConnectedAccounts(
  db: Db,
  accountId: AccountId,
): Promise<ConnectedAccountRow[]> {
  return tables(db)
    .selectFrom('connected_accounts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '<>', 'disconnected')
    .orderBy('connected_at')
    .orderBy('id')
    .execute()
}

export async function countConnectedAccounts(db: Db, party: readonly AccountId[]): Promise<number> {
  const row = await tables(db)
    .selectFrom('connected_accounts')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', sql<AccountId>`any(${[...party]})`)
    .where('state', '<>', 'disconnected')
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Returns an account that was not disconnected. */
export async function findConnectedAccount(
  db: Db,
  id: ConnectedAccountId,
): Promise<ConnectedAccountRow | undefined> {
  return tables(db)
    .selectFrom('connected_accounts')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'disconnected')
    .executeTakeFirst()
}

/** Locks what an account once connected, in whatever state it is. */
export async function lockByExternalId(
  { db }: Tx,
  of: { accountId: AccountId; channel: ChannelId; externalId: string },
): Promise<ConnectedAccountRow | undefined> {
  return tables(db)
    .selectFrom('connected_accounts')
    .selectAll()
    .where('account_id', '=', of.accountId)
    .where('channel', '=', of.channel)
    .where('external_id', '=', of.externalId)
    .forUpdate()
    .executeTakeFirst()
}

/** @throws the unique violation of PostgreSQL where another account has it connected */
export async function insertConnectedAccount(
  { db }: Tx,
  row: Insertable<ChannelTables['connected_accounts']>,
): Promise<ConnectedAccountRow> {
  return tables(db)
    .insertInto('connected_accounts')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @throws the unique violation of PostgreSQL where another account has it connected */
export async function updateConnectedAccount(
  { db }: Tx,
  id: ConnectedAccountId,
  changes: Changes,
): Promise<ConnectedAccountRow> {
  return tables(db)
    .updateTable('connected_accounts')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Disconnects an account and deletes its credentials. Returns it as it was before; of two parallel calls one gets it.
 */
export async function closeConnectedAccount(
  tx: Tx,
  { id, accountId }: { id: ConnectedAccountId; accountId: AccountId },
): Promise<ConnectedAccountRow | undefined> {
  const row = await tables(tx.db)
    .selectFrom('connected_accounts')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('state', '<>', 'disconnected')
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  await updateConnectedAccount(tx, id, {
    ...{ state: 'disconnected', sealed: null, expires_at: null, code: null, problem: null },
    ...{ refresh_lease: null, refresh_ends_at: null },
  })
  return row
}

/**
 * Claims the refresh of an account that is connected, unless another replica has it. Returns the row as it is now: the
 * credentials may have been replaced since they were read.
 */
export async function claimRefresh(
  { db }: Tx,
  id: ConnectedAccountId,
  { lease, now, endsAt }: { lease: string; now: Date; endsAt: Date },
): Promise<ConnectedAccountRow | undefined> {
  return tables(db)
    .updateTable('connected_accounts')
    .set({ refresh_lease: lease, refresh_ends_at: endsAt })
    .where('id', '=', id)
    .where('state', '=', 'connected')
    .where(sql<boolean>`(refresh_ends_at is null or refresh_ends_at <= ${now})`)
    .returningAll()
    .executeTakeFirst()
}

/** Ends a refresh with its outcome. Returns undefined where it is not ours any more: the account was connected anew. */
export async function endRefresh(
  { db }: Tx,
  { id, lease }: { id: ConnectedAccountId; lease: string },
  changes: Changes,
): Promise<ConnectedAccountRow | undefined> {
  return tables(db)
    .updateTable('connected_accounts')
    .set({ ...changes, refresh_lease: null, refresh_ends_at: null })
    .where('id', '=', id)
    .where('refresh_lease', '=', lease)
    .returningAll()
    .executeTakeFirst()
}

/** Stores that a channel accepts no requests for an account before a time. */
export async function saveNotBefore(
  { db }: Tx,
  id: ConnectedAccountId,
  notBefore: Date,
): Promise<void> {
  await tables(db)
    .updateTable('connected_accounts')
    .set({ not_before: notBefore })
    .where('id', '=', id)
    .execute()
}

/** Ends the access of an account, where its credentials are still those that were refused. */
export async function endAccess(
  { db }: Tx,
  { id, sealed }: Pick<ConnectedAccountRow, 'id' | 'sealed'>,
  changes: Changes,
): Promise<ConnectedAccountRow | undefined> {
  return tables(db)
    .updateTable('connected_accounts')
    .set({ ...changes, sealed: null })
    .where('id', '=', id)
    .where('state', '=', 'connected')
    .where(sql<boolean>`sealed is not distinct from ${sealed}`)
    .returningAll()
    .executeTakeFirst()
}

/** Returns connected accounts that were last checked before a time, longest ago first. */
export async function selectUnchecked(
  db: Db,
  {
    channels,
    before,
    now,
    limit,
  }: { channels: ChannelId[]; before: Date; now: Date; limit: number },
): Promise<ConnectedAccountRow[]> {
  return tables(db)
    .selectFrom('connected_accounts')
    .selectAll()
    .where('state', '=', 'connected')
    .where('channel', '=', sql<ChannelId>`any(${channels})`)
    .where('checked_at', '<', before)
    .where(sql<boolean>`(not_before is null or not_before <= ${now})`)
    .orderBy('checked_at')
    .limit(limit)
    .execute()
}
