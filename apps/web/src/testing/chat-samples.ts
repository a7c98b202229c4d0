import { api } from '@gridloom/contract/api'
import { Chat, ChatLabel, ChatMessageView } from '@gridloom/contract/chat/chat'
import { AnswerCost } from '@gridloom/contract/models/answer'
import { smolId } from './model-samples.ts'
import { sampleId, secondsBefore } from './samples.ts'

// Builders of chats with defaults; each parses what it builds.

export function aChat(parts: object = {}): Chat {
  return Chat.parse({
    id: sampleId('cht', 1),
    model_id: smolId,
    title: 'What is a loom?',
    parameters: {},
    leaf_id: sampleId('msg', 2),
    share: null,
    created_at: secondsBefore(120),
    changed_at: secondsBefore(60),
    ...parts,
  })
}

export function aChatLabel(parts: object = {}): ChatLabel {
  return ChatLabel.parse({
    chat_id: sampleId('cht', 1),
    first_prompt: 'What is a loom?',
    model_id: smolId,
    found: null,
    changed_at: secondsBefore(60),
    ...parts,
  })
}

export function someCost(parts: object = {}): AnswerCost {
  return AnswerCost.parse({
    input_tokens: 31,
    cached_tokens: 12,
    output_tokens: 64,
    reasoning_tokens: 0,
    reasoning_ms: null,
    first_token_ms: 84.2,
    tokens_per_s: 41.7,
    micro_usd: 5,
    machine_id: sampleId('mch', 1),
    machine_name: 'loom-01',
    ...parts,
  })
}

/** A prompt by the user. */
export function aPrompt(parts: object = {}): ChatMessageView {
  return ChatMessageView.parse({
    id: sampleId('msg', 1),
    parent_id: null,
    role: 'user',
    text: 'What is a loom?',
    reasoning: '',
    model_id: null,
    state: null,
    generation_id: null,
    cost: null,
    problem: null,
    at: secondsBefore(120),
    ...parts,
  })
}

/** A complete answer by a model. */
export function anAnswer(parts: object = {}): ChatMessageView {
  return ChatMessageView.parse({
    ...aPrompt(),
    id: sampleId('msg', 2),
    parent_id: sampleId('msg', 1),
    role: 'assistant',
    text: 'A loom weaves **cloth**.',
    model_id: smolId,
    state: 'done',
    generation_id: sampleId('gen', 1),
    cost: someCost(),
    at: secondsBefore(110),
    ...parts,
  })
}

/** An answer that is still being generated. */
export function aRunningAnswer(parts: object = {}): ChatMessageView {
  return anAnswer({ text: '', state: 'running', cost: null, ...parts })
}

interface LoadedParts {
  chat?: object
  messages?: readonly ChatMessageView[]
}

/** A loaded chat; by default its shown branch ends in its last message. */
export function aLoadedChat(parts: LoadedParts = {}) {
  const messages = parts.messages ?? [aPrompt(), anAnswer()]
  const chat = aChat({ leaf_id: messages.at(-1)?.id ?? null, ...parts.chat })
  return api.chat.load.response.parse({ chat_id: chat.id, inference: [], chat, messages })
}
