import type { ChatId } from '@gridloom/contract/core/ids'
import { accountOf } from '../../platform/ctx.ts'
import { deleteChat } from './chats-store.ts'
import type { ChatsCtx } from './ctx.ts'
import { lockChat } from './owned-chat.ts'
import { publishChat } from './publish-chat.ts'

/**
 * Deletes a chat with its messages and its link, and stops its running answers on all replicas.
 * @throws Refused `not_found`
 */
export async function removeChat(ctx: ChatsCtx, id: ChatId): Promise<void> {
  await ctx.transact(async (tx) => {
    await lockChat(ctx, tx, id)
    await deleteChat(tx, id)
    await publishChat(tx, accountOf(ctx).accountId, id)
  })
  ctx.runningAnswers.stopChat(id)
}
