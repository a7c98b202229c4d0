import type { Chat } from '@gridloom/contract/chat/chat'
import type { ChatId } from '@gridloom/contract/core/ids'
import { accountOf } from '../../platform/ctx.ts'
import { chatView } from './chat-view.ts'
import type { ChatsCtx } from './ctx.ts'
import { lockChat } from './owned-chat.ts'
import { publishChat } from './publish-chat.ts'
import { revokeShare } from './shares-store.ts'

/** Revokes the link of a chat; does nothing where it has none. @throws Refused `not_found` */
export async function unshareChat(ctx: ChatsCtx, id: ChatId): Promise<Chat> {
  const row = await ctx.transact(async (tx) => {
    const chat = await lockChat(ctx, tx, id)
    await revokeShare(tx, id, ctx.clock.now())
    await publishChat(tx, accountOf(ctx).accountId, id)
    return chat
  })
  return chatView(row, undefined)
}
