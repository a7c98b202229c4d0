import type { Chat, SharedChat } from '@gridloom/contract/chat/chat'
import type { ChatId } from '@gridloom/contract/core/ids'
import { accountOf } from '../../platform/ctx.ts'
import { hashSecret } from '../../platform/ids.ts'
import { stillAnswering } from './begin-in-chat.ts'
import { branchOf, inferenceOf } from './chat-view.ts'
import type { ChatsCtx } from './ctx.ts'
import { showChat } from './load-chat.ts'
import { listMessages } from './messages-store.ts'
import { lockChat } from './owned-chat.ts'
import { publishChat } from './publish-chat.ts'
import { insertShare, revokeShare } from './shares-store.ts'

/**
 * Creates a link that shows the currently shown branch to anyone; the previous link ends. Only the hash of its
 * secret is stored.
 * @throws Refused `not_found`, `state_conflict` while the shown answer is running
 */
export async function shareChat(
  ctx: ChatsCtx,
  id: ChatId,
): Promise<{ chat: Chat; secret: string }> {
  const secret = ctx.ids.secret()
  const row = await ctx.transact(async (tx) => {
    const chat = await lockChat(ctx, tx, id)
    const branch = branchOf(await listMessages(tx.db, id), chat.leaf_id)
    if (branch.some(({ state }) => state === 'running')) throw stillAnswering()
    const at = ctx.clock.now()
    const content: SharedChat = {
      title: chat.title,
      model_id: chat.model_id,
      inference: inferenceOf(branch).map(({ prompt, answer, model_id }) => ({
        prompt,
        answer,
        model_id,
      })),
      shared_at: at.toISOString(),
    }
    await revokeShare(tx, id, at)
    const hash = hashSecret(secret)
    const share = { id: ctx.ids.mint('chatShare'), chat_id: id, hash, created_at: at }
    await insertShare(tx, { ...share, content: JSON.stringify(content), revoked_at: null })
    await publishChat(tx, accountOf(ctx).accountId, id)
    return chat
  })
  return { chat: await showChat(ctx, row), secret }
}
