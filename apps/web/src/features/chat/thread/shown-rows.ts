import type { ChatMessageView } from '@gridloom/contract/chat/chat'
import type { ChatMessageId } from '@gridloom/contract/core/ids'
import { branchTo } from '@gridloom/domain/chat/chat-tree'
import type { LoadedChat } from '../api/chat-queries.ts'

/** One message of the shown branch. */
export interface ThreadRow {
  readonly message: ChatMessageView
  /** All alternatives in this place, itself included, oldest first. */
  readonly siblings: readonly ChatMessageId[]
}

/** Returns the shown branch of a chat, from its first prompt on. */
export function shownRows({ chat, messages }: LoadedChat): ThreadRow[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const placed = messages.map(({ id, parent_id }) => ({ id, parentId: parent_id }))
  return branchTo(placed, chat.leaf_id).flatMap(({ id, siblings }) => {
    const message = byId.get(id)
    return message === undefined ? [] : [{ message, siblings }]
  })
}

/** Returns the answer that is being generated, in any branch of the chat. */
export function runningAnswer({ messages }: LoadedChat): ChatMessageView | undefined {
  return messages.findLast(({ state }) => state === 'running')
}
