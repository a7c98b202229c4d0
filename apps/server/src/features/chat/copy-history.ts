import type { ChatMessageId } from '@gridloom/contract/core/ids'
import { accountOf } from '../../platform/ctx.ts'
import { stillAnswering } from './begin-in-chat.ts'
import { branchOf } from './chat-view.ts'
import type { ChatsCtx } from './ctx.ts'
import { findChatOfMessage, type MessageRow } from './messages-store.ts'
import { messagesOf, noSuch } from './owned-chat.ts'

/**
 * Copies the branch that ends in an answer of one of the caller's chats, for another chat that begins with it. Copies
 * have no generation and no cost, which the originals keep.
 * @throws Refused `not_found`, `state_conflict` while that answer is running
 */
export async function copyHistory(ctx: ChatsCtx, end: ChatMessageId): Promise<MessageRow[]> {
  const chatId = await findChatOfMessage(ctx.db, accountOf(ctx).accountId, end)
  if (chatId === undefined) throw noSuch('message')
  const branch = branchOf(await messagesOf(ctx, chatId), end)
  const last = branch.at(-1)
  if (last?.role !== 'assistant') throw noSuch('message')
  if (last.state === 'running') throw stillAnswering()
  let parent_id: ChatMessageId | null = null
  return branch.map((original) => {
    const id = ctx.ids.mint('chatMessage')
    const copy: MessageRow = { ...original, id, parent_id, generation_id: null, cost: null }
    parent_id = id
    return copy
  })
}
