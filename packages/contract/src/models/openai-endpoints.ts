import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { answerRefusals } from './answer.ts'
import {
  ChatCompletionRequest,
  CompletionRequest,
  EmbeddingsRequest,
  OpenAiModel,
} from './openai.ts'

const use = {
  auth: 'member',
  scope: 'models:use',
  transport: 'openai',
  audit: 'none',
  perMinute: 600_000,
  bodyBytesMax: 8 * 1024 * 1024,
} as const

const errors = [...answerRefusals, 'unsupported_parameter', 'upstream_failed'] as const

/**
 * The endpoints of the official `openai` client, unmodified, with `/v1` of this server as its base URL and an API
 * key.
 */
export const openai = {
  models: endpoint({
    method: 'GET',
    path: '/v1/models',
    auth: 'public',
    bearer: 'optional',
    transport: 'openai',
    title: 'List models',
    summary: 'List available models',
    response: z.object({ object: z.literal('list'), data: z.array(OpenAiModel) }),
    errors: ['unauthorized'],
  }),
  model: endpoint({
    method: 'GET',
    path: '/v1/models/{model}',
    auth: 'public',
    bearer: 'optional',
    transport: 'openai',
    title: 'Retrieve model',
    summary: 'Retrieve a model; the ID is one path segment (`org%2Fname`)',
    params: z.object({ model: z.string() }),
    response: OpenAiModel,
    errors: ['model_unknown', 'unauthorized'],
  }),
  chatCompletions: endpoint({
    ...use,
    method: 'POST',
    path: '/v1/chat/completions',
    title: 'Create chat completion',
    summary: 'Create a chat completion; with `stream`, server-sent events that end with `[DONE]`',
    body: ChatCompletionRequest,
    response: z.unknown(),
    errors,
  }),
  completions: endpoint({
    ...use,
    method: 'POST',
    path: '/v1/completions',
    title: 'Create text completion',
    summary: 'Create a text completion',
    body: CompletionRequest,
    response: z.unknown(),
    errors,
  }),
  embeddings: endpoint({
    ...use,
    method: 'POST',
    path: '/v1/embeddings',
    title: 'Create embeddings',
    summary: 'Create embeddings',
    body: EmbeddingsRequest,
    response: z.unknown(),
    errors,
  }),
} as const
