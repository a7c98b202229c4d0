import type { ChatMessageView } from '@gridloom/contract/chat/chat'
import type { ChatMessageId } from '@gridloom/contract/core/ids'
import { branchTo } from '@gridloom/domain/chat/chat-tree'
import type { LoadedChat } from '../api/chat-queries.ts'

/** One message of the branch that is shown. */
export interface ThreadRow {
  readonly message: ChatMessageView
  /** All that could stand in its place, oldest first; it is one of them. */
  readonly siblings: readonly ChatMessageId[]
}

/** The branch of a chat that is shown, from its first prompt on. */
export function shownRows({ chat, messages }: LoadedChat): ThreadRow[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const placed = messages.map(({ id, parent_id }) => ({ id, parentId: parent_id }))
  return branchTo(placed, chat.leaf_id).flatMap(({ id, siblings }) => {
    const message = byId.get(id)
    return message === undefined ? [] : [{ message, siblings }]
  })
}

/** The answer of a chat that is being made, wherever in its tree it stands. */
export function runningAnswer({ messages }: LoadedChat): ChatMessageView | undefined {
  return messages.findLast(({ state }) => state === 'running')
}
