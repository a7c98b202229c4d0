import { z } from 'zod'

/**
 * The schemas of the OpenAI API as its official client sends and reads them. They are open (`z.object`): clients send
 * fields that we do not know. An unsupported parameter is rejected by name if it would change the answer, and else
 * ignored. Source: platform.openai.com/docs/api-reference (chat, completions, embeddings, models).
 */
const TextPart = z.object({ type: z.literal('text'), text: z.string() })

export const OpenAiMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z
    .union([z.string(), z.array(TextPart).min(1)], {
      error:
        'must be a text or a list of parts of type `text`; other content types are not supported',
    })
    .nullish(),
  name: z.string().nullish(),
  tool_calls: z.array(z.unknown()).nullish(),
  tool_call_id: z.string().nullish(),
})
export type OpenAiMessage = z.infer<typeof OpenAiMessage>

const names = z.array(z.string().max(200)).max(50).optional()

/** The endpoints that may answer, in the format of OpenRouter's clients. Machines are given by id or by name. */
export const ProviderPreferences = z.object({
  /** Tried in this order before any other. */
  order: names,
  only: names,
  ignore: names,
  sort: z.enum(['price', 'throughput', 'latency']).optional(),
  /** Dollars per million tokens. */
  max_price: z
    .object({ prompt: z.number().min(0).optional(), completion: z.number().min(0).optional() })
    .optional(),
  /** `false`: only the first choice, or one of `order` if given, may answer. */
  allow_fallbacks: z.boolean().optional(),
})
export type ProviderPreferences = z.infer<typeof ProviderPreferences>

const Stop = z.union([z.string(), z.array(z.string()).max(16)]).nullable()

const sampling = {
  /** `org/name`, with the suffix `:floor` or `:nitro` for the cheapest or the fastest. */
  model: z.string().min(1).max(220),
  max_tokens: z.int().min(1).max(1_000_000).nullable().optional(),
  temperature: z.number().min(0).max(2).nullable().optional(),
  top_p: z.number().gt(0).max(1).nullable().optional(),
  seed: z.int().nullable().optional(),
  stop: Stop.optional(),
  n: z.int().nullable().optional(),
  logprobs: z.unknown().optional(),
  stream: z.boolean().nullable().optional(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullable().optional(),
  provider: ProviderPreferences.optional(),
}

/** Parameters that would change the answer and are not supported; parsed in order to be rejected by name. */
const unsupported = z.unknown().optional()

const unsupportedParameters = {
  top_logprobs: unsupported,
  logit_bias: unsupported,
  presence_penalty: unsupported,
  frequency_penalty: unsupported,
} as const

const ResponseFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({ schema: z.record(z.string(), z.unknown()) }),
  }),
])

export const ChatCompletionRequest = z.object({
  ...sampling,
  ...unsupportedParameters,
  audio: unsupported,
  modalities: unsupported,
  functions: unsupported,
  function_call: unsupported,
  web_search_options: unsupported,
  messages: z.array(OpenAiMessage).min(1).max(10_000),
  max_completion_tokens: z.int().min(1).max(1_000_000).nullable().optional(),
  response_format: ResponseFormat.nullish(),
  tools: z.array(z.unknown()).max(500).nullish(),
  tool_choice: z.unknown().optional(),
})
export type ChatCompletionRequest = z.infer<typeof ChatCompletionRequest>

export const CompletionRequest = z.object({
  ...sampling,
  ...unsupportedParameters,
  best_of: unsupported,
  echo: unsupported,
  suffix: unsupported,
  prompt: z.union([z.string(), z.array(z.string()).length(1)], {
    error: 'must be one text; multiple prompts and token arrays are not supported',
  }),
})
export type CompletionRequest = z.infer<typeof CompletionRequest>

export const EmbeddingsRequest = z.object({
  model: z.string().min(1).max(220),
  input: z.union([z.string(), z.array(z.string()).min(1).max(2_048)], {
    error: 'must be a text or a list of 1 to 2048 texts; token arrays are not supported',
  }),
  dimensions: unsupported,
  encoding_format: z.enum(['float', 'base64']).optional(),
  provider: ProviderPreferences.optional(),
})
export type EmbeddingsRequest = z.infer<typeof EmbeddingsRequest>

export const OpenAiUsage = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
  prompt_tokens_details: z.object({ cached_tokens: z.int() }),
  /** Our extension: the cost in dollars, and the machine that answered. */
  cost: z.number(),
  machine_id: z.string().nullable(),
})
export type OpenAiUsage = z.infer<typeof OpenAiUsage>

export const OpenAiModel = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.string(),
  /** Our extension, as in OpenRouter: the longest context that machines serve. */
  context_length: z.int().nullable(),
  /** Dollars per token, as text; of the cheapest machine. */
  pricing: z.object({ prompt: z.string(), completion: z.string() }).nullable(),
})
export type OpenAiModel = z.infer<typeof OpenAiModel>

/** Every error of `/v1`, whatever its status. */
export const OpenAiError = z.object({
  error: z.object({
    message: z.string(),
    type: z.enum([
      'invalid_request_error',
      'authentication_error',
      'permission_error',
      'insufficient_quota',
      'rate_limit_error',
      'server_error',
    ]),
    param: z.string().nullable(),
    /** A code of ours, or OpenAI's own if clients look for it. */
    code: z.string().nullable(),
  }),
})
export type OpenAiError = z.infer<typeof OpenAiError>
