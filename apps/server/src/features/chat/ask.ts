import { ChatParameters, chatTitleMax, type Inference } from '@gridloom/contract/chat/chat'
import type { ChatId, ChatMessageId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { titleOf } from '@gridloom/domain/chat/first-prompt'
import { beginInChat, stillAnswering } from './begin-in-chat.ts'
import { branchOf } from './chat-view.ts'
import { cleanParameters } from './clean-parameters.ts'
import { copyHistory } from './copy-history.ts'
import type { AskingCtx } from './ctx.ts'
import { messagesOf, noSuch, ownedChat } from './owned-chat.ts'

interface ChatPrompt {
  readonly new_chat: 'true' | 'false'
  readonly model_id: ModelId
  readonly prompt: string
  readonly chat_id?: ChatId | null | undefined
  /** The answer that the prompt follows; `null`: none. Defaults to the end of the shown branch. */
  readonly parent_id?: ChatMessageId | null | undefined
  readonly parameters?: ChatParameters | undefined
  /** For a new chat: the answer of another chat whose branch it begins with. */
  readonly history_to?: ChatMessageId | undefined
}

/**
 * Asks a prompt in a new or an existing chat, whose shown branch then ends in the answer. Returns that branch at once;
 * the answer's text follows later.
 * @throws Refused `not_found`, `state_conflict` while the previous answer is running, `invalid_input`, and what {@link
 * beginInChat} throws
 */
export async function ask(
  ctx: AskingCtx,
  asked: ChatPrompt,
): Promise<{ chat_id: ChatId; inference: Inference[] }> {
  const prompt = asked.prompt.toWellFormed()
  const common = { prompt, modelId: asked.model_id, keep: 'settings' } as const
  if (asked.new_chat === 'true') {
    const parameters = cleanParameters(asked.parameters ?? ChatParameters.parse({}))
    const title = titleOf(prompt, chatTitleMax)
    const end = asked.history_to
    const branch = end === undefined ? [] : await copyHistory(ctx, end)
    return beginInChat(ctx, { ...common, place: { kind: 'new', title }, branch, parameters })
  }
  const chat = await ownedChat(ctx, chatIdOf(asked))
  const messages = await messagesOf(ctx, chat.id)
  const end = asked.parent_id === undefined ? chat.leaf_id : asked.parent_id
  const parent = messages.find(({ id }) => id === end)
  if (end !== null && parent?.role !== 'assistant') throw noSuch('message')
  if (parent?.state === 'running') throw stillAnswering()
  return beginInChat(ctx, {
    ...common,
    place: { kind: 'old', id: chat.id, leaf: asked.parent_id === undefined ? end : 'any' },
    branch: end === null ? [] : branchOf(messages, end),
    parameters: cleanParameters(asked.parameters ?? chat.parameters),
  })
}

function chatIdOf({ chat_id }: ChatPrompt): ChatId {
  if (chat_id === null || chat_id === undefined)
    throw new Refused('invalid_input', { fields: { chat_id: 'Specify the chat' } })
  return chat_id
}
