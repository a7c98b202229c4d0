import type { Inference } from '@gridloom/contract/chat/chat'
import type { ChatId, ChatMessageId } from '@gridloom/contract/core/ids'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { beginInChat } from './begin-in-chat.ts'
import { branchOf } from './chat-view.ts'
import type { AskingCtx } from './ctx.ts'
import { messagesOf, noSuch, ownedChat } from './owned-chat.ts'

interface Again {
  /** The id of the prompt, or of one of its answers. */
  readonly message_id: ChatMessageId
  readonly model_id?: ModelId | undefined
}

/**
 * Generates another answer to a prompt, beside the existing ones; the shown branch then ends in it. The chat keeps its
 * own model.
 * @throws Refused `not_found`, and what {@link beginInChat} throws
 */
export async function answerAgain(
  ctx: AskingCtx,
  id: ChatId,
  again: Again,
): Promise<{ chat_id: ChatId; inference: Inference[] }> {
  const chat = await ownedChat(ctx, id)
  const modelId = again.model_id ?? chat.model_id
  const messages = await messagesOf(ctx, id)
  const named = messages.find((one) => one.id === again.message_id)
  const question = named?.role === 'user' ? named.id : named?.parent_id
  if (question === undefined || question === null) throw noSuch('message')
  return beginInChat(ctx, {
    place: { kind: 'old', id, leaf: 'any' },
    branch: branchOf(messages, question),
    prompt: null,
    modelId,
    parameters: chat.parameters,
    keep: 'nothing',
  })
}
