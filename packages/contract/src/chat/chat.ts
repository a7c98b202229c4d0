import { z } from 'zod'
import { ChatId, ChatMessageId, ChatShareId, GenerationId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'
import { AnswerCost } from '../models/answer.ts'
import { ModelId } from '../models/model-id.ts'

export const promptCharsMax = 1_000_000

export const chatTitleMax = 200

/** The parameters of a chat beside the prompt; `null` leaves the choice to the engine. */
export const ChatParameters = z.strictObject({
  system: z.string().max(100_000).default(''),
  temperature: z.number().min(0).max(2).nullable().default(null),
  top_p: z.number().gt(0).max(1).nullable().default(null),
  max_tokens: z.int().min(1).max(1_000_000).nullable().default(null),
  seed: z.int().min(0).max(4_294_967_295).nullable().default(null),
})
export type ChatParameters = z.infer<typeof ChatParameters>

/** How an answer ended. `length`: at its maximum length. `broken`: its engine was lost; the part received is kept. */
export const AnswerState = z.enum(['running', 'done', 'length', 'stopped', 'broken'])
export type AnswerState = z.infer<typeof AnswerState>

/** One message in the tree of a chat. */
export const ChatMessageView = z.strictObject({
  id: ChatMessageId,
  /** `null`: the first message of a branch. */
  parent_id: ChatMessageId.nullable(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  /** The model's reasoning before its text; empty for prompts and for models that do not reason. */
  reasoning: z.string(),
  /** These four describe answers; `null` for prompts. */
  model_id: ModelId.nullable(),
  state: AnswerState.nullable(),
  generation_id: GenerationId.nullable(),
  cost: AnswerCost.nullable(),
  /** Why it broke, for users. */
  problem: z.string().nullable(),
  at: Timestamp,
})
export type ChatMessageView = z.infer<typeof ChatMessageView>

export const Chat = z.strictObject({
  id: ChatId,
  model_id: ModelId,
  /** The first prompt, without a leading `Prompt:`, unless the user renamed it. */
  title: z.string(),
  parameters: ChatParameters,
  /** The last message of the shown branch. */
  leaf_id: ChatMessageId.nullable(),
  /** The link for readers; `null` if it is not shared. */
  share: z.strictObject({ id: ChatShareId, created_at: Timestamp }).nullable(),
  created_at: Timestamp,
  changed_at: Timestamp,
})
export type Chat = z.infer<typeof Chat>

/** One entry of the list of chats, with the names of the specification. */
export const ChatLabel = z.strictObject({
  chat_id: ChatId,
  /** Its title: the first prompt without a leading `Prompt:`, unless the user renamed it. */
  first_prompt: z.string(),
  model_id: ModelId,
  /** The text around the match of a search; `null` if the title matches or nothing was searched for. */
  found: z.string().nullable(),
  changed_at: Timestamp,
})
export type ChatLabel = z.infer<typeof ChatLabel>

/** One prompt with its answer; a list of them is the shown branch. */
export const Inference = z.strictObject({
  prompt: z.string(),
  answer: z.string(),
  message_id: ChatMessageId,
  /** This and the next four describe the answer. `null` while there is none. */
  answer_id: ChatMessageId.nullable(),
  model_id: ModelId.nullable(),
  generation_id: GenerationId.nullable(),
  state: AnswerState.nullable(),
  cost: AnswerCost.nullable(),
})
export type Inference = z.infer<typeof Inference>

/** A shared chat, as anyone with its link reads it: the branch that was shown when it was shared. */
export const SharedChat = z.strictObject({
  title: z.string(),
  model_id: ModelId,
  inference: z.array(
    z.strictObject({ prompt: z.string(), answer: z.string(), model_id: ModelId.nullable() }),
  ),
  shared_at: Timestamp,
})
export type SharedChat = z.infer<typeof SharedChat>
