import { z } from 'zod'
import { EngineParameters, topLogprobsMax } from './engine-parameters.ts'

/**
 * The schemas of the OpenAI API as its official client sends and reads them. Requests are open (`z.looseObject`), so
 * that a parameter which we do not know is rejected by its name; none is ignored in silence. Source:
 * platform.openai.com/docs/api-reference (chat, completions, embeddings, models).
 */
const TextPart = z.object({ type: z.literal('text'), text: z.string() })

/** An earlier refusal of the model; read like its text. */
const RefusalPart = z.object({ type: z.literal('refusal'), refusal: z.string() })

/** An image within the request: machines fetch no addresses for callers. */
const ImagePart = z.object({
  type: z.literal('image_url'),
  image_url: z.object({
    url: z.string().regex(/^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/, {
      error: 'must be a data URL of a PNG, JPEG, WebP or GIF image in base64',
    }),
    detail: z.enum(['auto', 'low', 'high']).optional(),
  }),
})

const ContentPart = z.discriminatedUnion('type', [TextPart, RefusalPart, ImagePart], {
  error: 'must be of type `text`, `image_url` or `refusal`; other content types are not supported',
})
export type ContentPart = z.infer<typeof ContentPart>

export const OpenAiMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(ContentPart).min(1).max(1_000)]).nullish(),
  refusal: z.string().nullish(),
  /** The reasoning of an assistant, under either of its names; passed on to the engine. */
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  name: z.string().nullish(),
  tool_calls: z.array(z.unknown()).nullish(),
  tool_call_id: z.string().nullish(),
})
export type OpenAiMessage = z.infer<typeof OpenAiMessage>

const names = z.array(z.string().max(200)).max(50).optional()

/**
 * The endpoints that may answer, in the format of OpenRouter's clients; what is not listed here is rejected by name.
 * Machines are given by id or by name.
 */
export const ProviderPreferences = z.strictObject({
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
  /** `deny`: only engines that keep nothing, by their nature or as their hosts declare. Default: `allow`. */
  data_collection: z.enum(['allow', 'deny']).optional(),
  /** Has no effect: a request always goes to endpoints that take all its parameters, and to no others. */
  require_parameters: z.boolean().optional(),
  /** Such as `Q4_1`, in any case. */
  quantizations: z.array(z.string().max(20)).max(20).optional(),
})
export type ProviderPreferences = z.infer<typeof ProviderPreferences>

const Stop = z.union([z.string(), z.array(z.string()).max(16)]).nullable()

/** Each without `optional`, as clients may send `null` too. */
const optional = {
  top_k: EngineParameters.shape.top_k.unwrap(),
  min_p: EngineParameters.shape.min_p.unwrap(),
  repetition_penalty: EngineParameters.shape.repetition_penalty.unwrap(),
  presence_penalty: EngineParameters.shape.presence_penalty.unwrap(),
  frequency_penalty: EngineParameters.shape.frequency_penalty.unwrap(),
  logit_bias: EngineParameters.shape.logit_bias.unwrap(),
  reasoning_effort: EngineParameters.shape.reasoning_effort.unwrap(),
  parallel_tool_calls: EngineParameters.shape.parallel_tool_calls.unwrap(),
} as const

const sampling = {
  /** `org/name`, with the suffix `:floor` or `:nitro` for the cheapest or the fastest. */
  model: z.string().min(1).max(220),
  /** The models to try in turn where the first cannot answer, as in OpenRouter's API. */
  models: z.array(z.string().min(1).max(220)).max(5).optional(),
  max_tokens: z.int().min(1).max(1_000_000).nullable().optional(),
  temperature: z.number().min(0).max(2).nullable().optional(),
  top_p: z.number().gt(0).max(1).nullable().optional(),
  seed: z.int().nullable().optional(),
  stop: Stop.optional(),
  n: EngineParameters.shape.n.unwrap().nullish(),
  top_k: optional.top_k.nullish(),
  min_p: optional.min_p.nullish(),
  repetition_penalty: optional.repetition_penalty.nullish(),
  presence_penalty: optional.presence_penalty.nullish(),
  frequency_penalty: optional.frequency_penalty.nullish(),
  logit_bias: optional.logit_bias.nullish(),
  stream: z.boolean().nullable().optional(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullable().optional(),
  provider: ProviderPreferences.optional(),
}

/** Parameters that would change the answer and are not supported; parsed in order to be rejected by name. */
const unsupported = z.unknown().optional()

const ResponseFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({
      name: z.string().min(1).max(64).optional(),
      description: z.string().max(10_000).optional(),
      strict: z.boolean().nullish(),
      schema: z.record(z.string(), z.unknown()),
    }),
  }),
])

/** How a model thinks, in OpenRouter's form. */
const Reasoning = z.strictObject({
  effort: optional.reasoning_effort.optional(),
  /** Whether the answer leaves out what the model thought; it is charged all the same. */
  exclude: z.boolean().optional(),
  enabled: z.literal(true).optional(),
})

export const ChatCompletionRequest = z.looseObject({
  ...sampling,
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().min(0).max(topLogprobsMax).nullish(),
  audio: unsupported,
  modalities: unsupported,
  functions: unsupported,
  function_call: unsupported,
  web_search_options: unsupported,
  reasoning_effort: optional.reasoning_effort.nullish(),
  reasoning: Reasoning.nullish(),
  parallel_tool_calls: optional.parallel_tool_calls.nullish(),
  messages: z.array(OpenAiMessage).min(1).max(10_000),
  max_completion_tokens: z.int().min(1).max(1_000_000).nullable().optional(),
  response_format: ResponseFormat.nullish(),
  tools: z.array(z.unknown()).max(500).nullish(),
  tool_choice: z.unknown().optional(),
})
export type ChatCompletionRequest = z.infer<typeof ChatCompletionRequest>

/** The most tokens of a prompt in token IDs. */
const promptTokensMax = 1_000_000

const TokenIds = z.array(z.int().min(0).max(10_000_000)).min(1).max(promptTokensMax)

export const CompletionRequest = z.looseObject({
  ...sampling,
  /** The probability of each token, with those of so many alternatives. */
  logprobs: z.int().min(0).max(topLogprobsMax).nullish(),
  best_of: unsupported,
  echo: unsupported,
  suffix: unsupported,
  prompt: z.union([z.string(), z.array(z.string()).length(1), TokenIds], {
    error: 'must be one text or a list of token IDs; multiple prompts are not supported',
  }),
})
export type CompletionRequest = z.infer<typeof CompletionRequest>

/** The most texts of one request for embeddings. */
const inputsMax = 2_048

export const EmbeddingsRequest = z.looseObject({
  model: z.string().min(1).max(220),
  input: z.union(
    [
      z.string().min(1),
      z.array(z.string().min(1)).min(1).max(inputsMax),
      TokenIds,
      z.array(TokenIds).min(1).max(inputsMax),
    ],
    {
      error: `must be a text, a list of token IDs, or a list of 1 to ${inputsMax} of either, none of them empty`,
    },
  ),
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
  completion_tokens_details: z.object({ reasoning_tokens: z.int() }),
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
