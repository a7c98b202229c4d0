import type { AccountId, ChatId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/** Publishes, at commit, a change of a chat to the open pages of its account. */
export async function publishChat(tx: Tx, accountId: AccountId, chatId: ChatId): Promise<void> {
  await tx.publish({ topic: 'chat', accountId, subject: chatId })
}
