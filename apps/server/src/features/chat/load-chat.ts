import type { Chat, ChatMessageView, Inference } from '@gridloom/contract/chat/chat'
import type { ChatId } from '@gridloom/contract/core/ids'
import { branchOf, chatView, inferenceOf, messageView } from './chat-view.ts'
import type { ChatRow } from './chats-store.ts'
import type { ChatsCtx } from './ctx.ts'
import { messagesOf, ownedChat } from './owned-chat.ts'
import { findShare } from './shares-store.ts'

export interface LoadedChat {
  chat_id: ChatId
  inference: Inference[]
  chat: Chat
  messages: ChatMessageView[]
}

/** Returns a chat of the caller with its shown branch and its whole tree. @throws Refused `not_found` */
export async function loadChat(ctx: ChatsCtx, id: ChatId): Promise<LoadedChat> {
  const row = await ownedChat(ctx, id)
  const messages = await messagesOf(ctx, id)
  return {
    chat_id: id,
    inference: inferenceOf(branchOf(messages, row.leaf_id)),
    chat: await showChat(ctx, row),
    messages: messages.map(messageView),
  }
}

/** Returns a chat with its share link. */
export async function showChat({ db }: Pick<ChatsCtx, 'db'>, row: ChatRow): Promise<Chat> {
  return chatView(row, await findShare(db, row.id))
}
