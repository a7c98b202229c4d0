import {
  type Chat,
  type ChatMessageView,
  ChatParameters,
  type Inference,
} from '@gridloom/contract/chat/chat'
import type { ChatMessageId } from '@gridloom/contract/core/ids'
import { branchTo } from '@gridloom/domain/chat/chat-tree'
import type { ChatRow, ShareRow } from './chats-store.ts'
import type { MessageRow } from './messages-store.ts'

/** Returns a chat in the contract's form. */
export function chatView(row: ChatRow, share: ShareRow | undefined): Chat {
  return {
    id: row.id,
    model_id: row.model_id,
    title: row.title,
    // Earlier chats lack the parameters that were added since.
    parameters: ChatParameters.parse(row.parameters),
    leaf_id: row.leaf_id,
    share:
      share === undefined ? null : { id: share.id, created_at: share.created_at.toISOString() },
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
  }
}

/** Returns a message in the contract's form. */
export function messageView(row: MessageRow): ChatMessageView {
  return { ...row, at: row.at.toISOString() }
}

/**
 * Returns the messages of the branch that ends in `leaf`. `messages` are all of the chat's, in the order they were
 * written.
 */
export function branchOf(
  messages: readonly MessageRow[],
  leaf: ChatMessageId | null,
): MessageRow[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const places = messages.map(({ id, parent_id }) => ({ id, parentId: parent_id }))
  return branchTo(places, leaf).flatMap(({ id }) => byId.get(id) ?? [])
}

/** Returns a branch in the specification's form: each prompt with its answer. */
export function inferenceOf(branch: readonly MessageRow[]): Inference[] {
  return branch.flatMap((question, at) => {
    if (question.role !== 'user') return []
    const next = branch[at + 1]
    const answer = next?.role === 'assistant' ? next : undefined
    return [
      {
        prompt: question.text,
        answer: answer?.text ?? '',
        message_id: question.id,
        answer_id: answer?.id ?? null,
        model_id: answer?.model_id ?? null,
        generation_id: answer?.generation_id ?? null,
        state: answer?.state ?? null,
        cost: answer?.cost ?? null,
      },
    ]
  })
}
