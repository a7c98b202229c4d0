import type { SharedChat } from '@gridloom/contract/chat/chat'
import type { ChatId } from '@gridloom/contract/core/ids'
import type { Insertable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { ShareRow } from './chats-store.ts'
import type { ChatTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<ChatTables>()

/** Returns the link of a chat, if it has one. */
export function findShare(db: Db, chatId: ChatId): Promise<ShareRow | undefined> {
  return tablesOf(db)
    .selectFrom('chat_shares')
    .select(['id', 'created_at'])
    .where('chat_id', '=', chatId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

export async function insertShare(
  { db }: Tx,
  row: Insertable<ChatTables['chat_shares']>,
): Promise<void> {
  await tablesOf(db).insertInto('chat_shares').values(row).execute()
}

/** Revokes the link of a chat. Its row is kept, without the content that it showed. */
export async function revokeShare({ db }: Tx, chatId: ChatId, at: Date): Promise<void> {
  const nothing = { title: '', inference: [] }
  await tablesOf(db)
    .updateTable('chat_shares')
    .set({ revoked_at: at, content: JSON.stringify(nothing) })
    .where('chat_id', '=', chatId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Returns the shared chat for the hash of a link's secret; `undefined`: no such link, or it was revoked. */
export async function findShared(db: Db, hash: string): Promise<SharedChat | undefined> {
  const row = await tablesOf(db)
    .selectFrom('chat_shares')
    .select('content')
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row?.content
}
