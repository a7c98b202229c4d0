import type { AccountId, ChatId } from '@gridloom/contract/core/ids'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { ChatTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<ChatTables>()

export type ChatRow = Selectable<ChatTables['chats']>
type NewChatRow = Insertable<ChatTables['chats']>
export type ShareRow = Pick<Selectable<ChatTables['chat_shares']>, 'id' | 'created_at'>

/** Returns a chat of this account. */
export function findOwnedChat(
  db: Db,
  accountId: AccountId,
  id: ChatId,
): Promise<ChatRow | undefined> {
  return ownedChat(db, accountId, id).executeTakeFirst()
}

/**
 * Returns a chat of this account, locked until the transaction ends. Adding messages or moving the leaf requires this
 * lock.
 */
export function lockOwnedChat(
  { db }: Tx,
  accountId: AccountId,
  id: ChatId,
): Promise<ChatRow | undefined> {
  return ownedChat(db, accountId, id).forNoKeyUpdate().executeTakeFirst()
}

function ownedChat(db: Db, accountId: AccountId, id: ChatId) {
  return tablesOf(db)
    .selectFrom('chats')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
}

export async function insertChat({ db }: Tx, row: NewChatRow): Promise<void> {
  await tablesOf(db).insertInto('chats').values(row).execute()
}

/** Updates a chat that {@link lockOwnedChat} has locked. */
export function updateChat(
  { db }: Tx,
  id: ChatId,
  change: Updateable<ChatTables['chats']>,
): Promise<ChatRow> {
  return tablesOf(db)
    .updateTable('chats')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns how many chats these accounts have, and how many bytes of text these contain. */
export async function storedChats(
  db: Db,
  accountIds: readonly AccountId[],
): Promise<{ count: number; bytes: number }> {
  return tablesOf(db)
    .selectFrom('chats')
    .select((e) => [
      e.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'),
    ])
    .where('account_id', 'in', accountIds)
    .executeTakeFirstOrThrow()
}

/** Returns how many answers are running in the chats of these accounts, on all replicas. */
export async function countAnswering(db: Db, accountIds: readonly AccountId[]): Promise<number> {
  const { count } = await tablesOf(db)
    .selectFrom('chat_messages')
    .innerJoin('chats', 'chats.id', 'chat_messages.chat_id')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('chat_messages.state', '=', 'running')
    .where('chats.account_id', 'in', accountIds)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Adds to a chat's byte count, and locks the chat until the transaction ends: before its messages, the order in which
 * every writer locks. Returns `false` if the chat was deleted.
 */
export async function addChatBytes({ db }: Tx, id: ChatId, bytes: number): Promise<boolean> {
  const { numUpdatedRows } = await tablesOf(db)
    .updateTable('chats')
    .set((e) => ({ bytes: e('bytes', '+', bytes) }))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes a chat with its messages and links. */
export async function deleteChat({ db }: Tx, id: ChatId): Promise<void> {
  await tablesOf(db).deleteFrom('chats').where('id', '=', id).execute()
}

/** Deletes all chats of an account that is being closed. */
export async function deleteChatsOf({ db }: Tx, accountId: AccountId): Promise<void> {
  await tablesOf(db).deleteFrom('chats').where('account_id', '=', accountId).execute()
}
