import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { ChatId, ChatMessageId, GenerationId } from '../core/ids.ts'
import { Page, PageSize, PlainLine } from '../core/values.ts'
import { AnswerCost, answerRefusals } from '../models/answer.ts'
import { ModelId } from '../models/model-id.ts'
import {
  AnswerState,
  Chat,
  ChatLabel,
  ChatMessageView,
  ChatParameters,
  chatTitleMax,
  Inference,
  promptCharsMax,
  SharedChat,
} from './chat.ts'

const oneChat = z.strictObject({ id: ChatId })

const oneGeneration = z.strictObject({ id: GenerationId })

const asking = ['not_found', 'state_conflict', ...answerRefusals, 'limit_reached'] as const

/** The specification's calls of the models host: bare objects, its own names. */
const host = {
  list: endpoint({
    method: 'GET',
    path: '/models/chats',
    auth: 'member',
    scope: 'chats:read',
    transport: 'bare',
    title: 'List chats',
    summary: 'List your chats, newest first; `search` filters by words in titles and messages',
    query: z.strictObject({
      model_id: ModelId.optional(),
      page: Page,
      page_size: PageSize,
      search: z.string().trim().max(200).optional(),
    }),
    response: z.strictObject({ chat_labels: z.array(ChatLabel), total: z.int() }),
  }),
  ask: endpoint({
    method: 'POST',
    path: '/models/inference',
    auth: 'member',
    scope: 'models:use',
    transport: 'bare',
    status: 202,
    audit: 'none',
    bodyBytesMax: 8 * 1024 * 1024,
    title: 'Send prompt',
    summary: 'Send a prompt in a new or existing chat. Follow the answer by its generation',
    query: z.strictObject({ new_chat: z.enum(['true', 'false']) }),
    body: z.strictObject({
      model_id: ModelId,
      prompt: z.string().trim().min(1, 'Enter a message').max(promptCharsMax),
      /** The id of an existing chat. */
      chat_id: ChatId.nullable().optional(),
      /**
       * The answer that the prompt follows, `null` for the start (an edited first prompt); by default, the end of the
       * shown branch.
       */
      parent_id: ChatMessageId.nullable().optional(),
      /**
       * For a new chat: the answer of another chat whose branch this one begins with, as a copy. For comparing models
       * on the same history.
       */
      history_to: ChatMessageId.optional(),
      /** Parameters for this chat from now on; unchanged by default. */
      parameters: ChatParameters.optional(),
    }),
    response: z.strictObject({ chat_id: ChatId, inference: z.array(Inference) }),
    errors: asking,
  }),
  load: endpoint({
    method: 'GET',
    path: '/models/load/chat',
    auth: 'member',
    scope: 'chats:read',
    transport: 'bare',
    title: 'Retrieve chat',
    summary: 'Retrieve a chat: the shown branch, and all messages of its tree, oldest first',
    query: z.strictObject({ chat_id: ChatId }),
    response: z.strictObject({
      chat_id: ChatId,
      inference: z.array(Inference),
      chat: Chat,
      messages: z.array(ChatMessageView),
    }),
    errors: ['not_found'],
  }),
} as const

/** An answer while it is generated. */
const answers = {
  again: endpoint({
    method: 'POST',
    path: '/models/chats/{id}/again',
    auth: 'member',
    scope: 'models:use',
    transport: 'bare',
    status: 202,
    audit: 'none',
    title: 'Regenerate answer',
    summary: 'Generate another answer to a prompt of a chat',
    params: oneChat,
    body: z.strictObject({ message_id: ChatMessageId, model_id: ModelId.optional() }),
    response: z.strictObject({ chat_id: ChatId, inference: z.array(Inference) }),
    errors: asking,
  }),
  follow: endpoint({
    method: 'GET',
    path: '/models/generations/{id}/stream',
    auth: 'member',
    scope: 'chats:read',
    transport: 'sse',
    title: 'Stream answer',
    summary: 'Stream an answer from its beginning; can be read again at any time',
    params: oneGeneration,
    events: {
      text: z.strictObject({ text: z.string() }),
      /** The model's reasoning; all of it precedes the first `text`, unless the model reasons again. */
      reasoning: z.strictObject({ text: z.string() }),
      end: z.strictObject({
        state: AnswerState,
        problem: z.string().nullable(),
        cost: AnswerCost.nullable(),
      }),
    },
    errors: ['not_found'],
  }),
  stop: endpoint({
    method: 'POST',
    path: '/models/generations/{id}/stop',
    auth: 'member',
    scope: 'models:use',
    audit: 'none',
    title: 'Stop answer',
    summary:
      'Stop generating an answer; only what was generated is kept and charged. Has no effect on a finished answer',
    params: oneGeneration,
    errors: ['not_found'],
  }),
} as const

const keeping = {
  change: endpoint({
    method: 'PATCH',
    path: '/models/chats/{id}',
    auth: 'member',
    scope: 'chats:write',
    audit: 'none',
    title: 'Update chat',
    summary: 'Rename a chat, show another branch, or change its model or parameters',
    params: oneChat,
    body: z.strictObject({
      title: PlainLine.min(1, 'Enter a name').max(chatTitleMax).optional(),
      /** Shows the newest branch through this message. */
      shown_id: ChatMessageId.optional(),
      model_id: ModelId.optional(),
      parameters: ChatParameters.optional(),
    }),
    response: Chat,
    errors: ['not_found', 'model_unknown'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/models/chats/{id}',
    auth: 'member',
    scope: 'chats:write',
    title: 'Delete chat',
    summary: 'Delete a chat with its messages and share link; an answer in progress is stopped',
    params: oneChat,
    errors: ['not_found'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/models/chats/{id}/export',
    auth: 'member',
    scope: 'chats:read',
    transport: 'file',
    files: ['application/json', 'text/markdown'],
    title: 'Export chat',
    summary: 'Export a chat: the whole tree as JSON, or the shown branch as Markdown',
    params: oneChat,
    query: z.strictObject({ format: z.enum(['json', 'markdown']).default('json') }),
    errors: ['not_found'],
  }),
  share: endpoint({
    method: 'POST',
    path: '/models/chats/{id}/share',
    auth: 'member',
    scope: 'chats:write',
    title: 'Share chat',
    summary:
      'Create a public link to a snapshot of the shown branch; replaces an earlier link. The secret is returned only once',
    params: oneChat,
    response: z.strictObject({ chat: Chat, secret: z.string() }),
    errors: ['not_found', 'state_conflict'],
  }),
  unshare: endpoint({
    method: 'DELETE',
    path: '/models/chats/{id}/share',
    auth: 'member',
    scope: 'chats:write',
    title: 'Unshare chat',
    summary: 'Delete the public link of a chat',
    params: oneChat,
    response: Chat,
    errors: ['not_found'],
  }),
  readShared: endpoint({
    method: 'GET',
    path: '/models/shared/{secret}',
    auth: 'public',
    transport: 'bare',
    title: 'Retrieve shared chat',
    summary: 'Retrieve a shared chat by the secret of its link',
    params: z.strictObject({ secret: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/) }),
    response: SharedChat,
    errors: ['not_found'],
  }),
} as const

export const chat = { ...host, ...answers, ...keeping } as const
