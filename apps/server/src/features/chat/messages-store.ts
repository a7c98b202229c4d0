import type { AccountId, ChatId, ChatMessageId, GenerationId } from '@gridloom/contract/core/ids'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { ChatTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<ChatTables>()

/** All columns but the search vector, which is as large as the text. */
const columns = [
  'id',
  'parent_id',
  'role',
  'text',
  'reasoning',
  'model_id',
  'generation_id',
  'state',
  'problem',
  'cost',
  'at',
] as const
/** Chats with their quota of text have fewer. */
const answersMax = 100_000
type MessagesTable = ChatTables['chat_messages']
export type MessageRow = Pick<Selectable<MessagesTable>, (typeof columns)[number]>
export type NewMessageRow = Insertable<MessagesTable>

/** Returns all messages of a chat, in the order they were written. */
export function listMessages(db: Db, chatId: ChatId): Promise<MessageRow[]> {
  return tablesOf(db)
    .selectFrom('chat_messages')
    .select(columns)
    .where('chat_id', '=', chatId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** Returns the answers of a chat with their costs, without their texts, in the order they were written. */
export function listCosts(db: Db, chatId: ChatId) {
  return tablesOf(db)
    .selectFrom('chat_messages')
    .select(['at', 'model_id', 'generation_id', 'state', 'cost'])
    .where('chat_id', '=', chatId)
    .where('role', '=', 'assistant')
    .orderBy('at')
    .orderBy('id')
    .limit(answersMax)
    .execute()
}

/** Returns the tree of a chat's messages without their texts, in the order they were written. */
export async function listPlaces(db: Db, chatId: ChatId) {
  const rows = await tablesOf(db)
    .selectFrom('chat_messages')
    .select(['id', 'parent_id'])
    .where('chat_id', '=', chatId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, parent_id }) => ({ id, parentId: parent_id }))
}

/** Returns how many messages and bytes a chat has. Lengths come from the stored sizes: no text is read. */
export function measureChat({ db }: Tx, chatId: ChatId) {
  return tablesOf(db)
    .selectFrom('chat_messages')
    .select((e) => [
      e.fn.countAll<number>().as('messages'),
      sql<number>`coalesce(sum(octet_length(text) + octet_length(reasoning)), 0)::bigint`.as(
        'bytes',
      ),
      sql<Date | null>`max(at)`.as('newestAt'),
    ])
    .where('chat_id', '=', chatId)
    .executeTakeFirstOrThrow()
}

export async function insertMessages(
  { db }: Tx,
  rows: readonly [NewMessageRow, ...NewMessageRow[]],
): Promise<void> {
  await tablesOf(db)
    .insertInto('chat_messages')
    .values([...rows])
    .execute()
}

/** Returns the chat of this account that a message is in. */
export async function findChatOfMessage(
  db: Db,
  accountId: AccountId,
  id: ChatMessageId,
): Promise<ChatId | undefined> {
  const row = await tablesOf(db)
    .selectFrom('chat_messages')
    .innerJoin('chats', 'chats.id', 'chat_messages.chat_id')
    .select('chat_messages.chat_id')
    .where('chat_messages.id', '=', id)
    .where('chats.account_id', '=', accountId)
    .executeTakeFirst()
  return row?.chat_id
}

/** Returns an answer in a chat of this account. */
export function findOwnedAnswer(
  db: Db,
  accountId: AccountId,
  id: GenerationId,
): Promise<(MessageRow & { chat_id: ChatId }) | undefined> {
  return tablesOf(db)
    .selectFrom('chat_messages')
    .innerJoin('chats', 'chats.id', 'chat_messages.chat_id')
    .select(columns.map((column) => `chat_messages.${column}` as const))
    .select('chat_messages.chat_id')
    .where('chat_messages.generation_id', '=', id)
    .where('chats.account_id', '=', accountId)
    .executeTakeFirst()
}
