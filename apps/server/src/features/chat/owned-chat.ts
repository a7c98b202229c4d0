import type { ChatId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx, type Tx } from '../../platform/ctx.ts'
import { type ChatRow, findOwnedChat, lockOwnedChat } from './chats-store.ts'
import type { ChatsCtx } from './ctx.ts'
import { listMessages, type MessageRow } from './messages-store.ts'

/** Returns the caller's chat. @throws Refused `not_found`, also where the chat is another account's */
export async function ownedChat(ctx: Pick<Ctx, 'actor' | 'db'>, id: ChatId): Promise<ChatRow> {
  const row = await findOwnedChat(ctx.db, accountOf(ctx).accountId, id)
  if (row === undefined) throw noSuch('chat')
  return row
}

/** Returns the caller's chat, locked for a write. @throws Refused `not_found` */
export async function lockChat(ctx: Ctx, tx: Tx, id: ChatId): Promise<ChatRow> {
  const row = await lockOwnedChat(tx, accountOf(ctx).accountId, id)
  if (row === undefined) throw noSuch('chat')
  return row
}

/** Returns the messages of a chat; answers that this replica is generating come with their text so far. */
export async function messagesOf(
  ctx: Pick<ChatsCtx, 'db' | 'runningAnswers'>,
  id: ChatId,
): Promise<MessageRow[]> {
  const rows = await listMessages(ctx.db, id)
  return rows.map((row) => {
    const running =
      row.state === 'running' && row.generation_id !== null
        ? ctx.runningAnswers.find(row.generation_id)
        : undefined
    return running === undefined ? row : { ...row, text: running.text.whole() }
  })
}

/** Returns the same refusal for a chat that does not exist and for one of another account. */
export function noSuch(what: 'chat' | 'message' | 'answer' | 'shared chat'): Refused {
  return new Refused('not_found', { details: { what } })
}
