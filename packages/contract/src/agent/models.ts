import { z } from 'zod'
import { AgentCount, agentLimits, agentText } from '../core/agent-limits.ts'
import { ModelEndpointId } from '../core/ids.ts'
import { EngineParameters } from '../models/engine-parameters.ts'
import { ModelSource } from '../models/model.ts'
import { ModelFeature } from '../models/model-feature.ts'
import { ModelId } from '../models/model-id.ts'

/**
 * The codes of an AgentFailure that routing handles. `busy`: every slot is taken and the queue is full.
 * `request_failed`: the engine failed on this request, and answers others.
 */
export const modelFailures = [
  'busy',
  'context_exceeded',
  'not_serving',
  'unsupported',
  'engine_failed',
  'request_failed',
] as const

export type ModelFailure = (typeof modelFailures)[number]

/** One model that a machine should serve. */
export const ServeSpec = z.object({
  endpoint_id: ModelEndpointId,
  model_id: ModelId,
  /** Incremented with every change. */
  generation: z.int().min(1),
  engine: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('llama'),
      sources: z.array(ModelSource).max(10),
      /** At most the model's own; `null`: as much of it as fits into memory. */
      context_tokens: z.int().min(128).max(1_000_000).nullable(),
    }),
    z.object({
      kind: z.literal('openai-http'),
      base_url: z.string(),
      upstream_model: z.string(),
      context_tokens: z.int().min(128),
    }),
  ]),
  slots: z.int().min(1).max(256),
})
export type ServeSpec = z.infer<typeof ServeSpec>

export const ServeOrders = z.object({ specs: z.array(ServeSpec).max(100) })
export type ServeOrders = z.infer<typeof ServeOrders>

/** The state of one model that a machine serves. Complete, and repeated every heartbeat. */
export const ServeReport = z.object({
  endpoint_id: ModelEndpointId,
  observed_generation: AgentCount,
  phase: z.enum(['fetching', 'loading', 'serving', 'failed']),
  fetched_bytes: z.int().nullable(),
  total_bytes: z.int().nullable(),
  /** Why it is not serving, or what is missing although it serves, for users. */
  problem: agentText(agentLimits.sentenceChars).nullable(),
  /** For prompt and answer together; `null` until the engine has reported it. */
  context_tokens: AgentCount.nullable(),
  quantization: agentText(agentLimits.wordChars).nullable(),
  features: z.array(ModelFeature).max(50),
  /** Answers in progress, and those queued. */
  busy: AgentCount,
  queued: AgentCount,
  /** Whether the model was unloaded as it got no requests: the next answer waits until it is loaded. */
  cold: z.boolean().optional(),
  /** How long it took to load the last time. */
  load_ms: AgentCount.nullish(),
})
export type ServeReport = z.infer<typeof ServeReport>

/** The engines with which a machine can serve models, and the models that it serves. */
export const ModelsReport = z.object({
  /** Whether this agent can serve models at all. */
  can: z.boolean(),
  /** `null`: llama.cpp is installed; else what is missing and how to fix it. */
  llama_missing: agentText(agentLimits.sentenceChars).nullable(),
  serving: z.array(ServeReport).max(agentLimits.models),
})
export type ModelsReport = z.infer<typeof ModelsReport>

export const EngineMessage = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  /** The content with its images in the OpenAI API's format, if it has any; `content` has the text alone. */
  parts: z.array(z.unknown()).optional(),
  /** The reasoning of an assistant before its content; some models need it back after a tool call. */
  reasoning_content: z.string().optional(),
  name: z.string().optional(),
  /** In the OpenAI API's format; engines without tools never receive any. */
  tool_calls: z.array(z.unknown()).optional(),
  tool_call_id: z.string().optional(),
})
export type EngineMessage = z.infer<typeof EngineMessage>

/** A request for one answer. A stream that ends without `end` is a crash. */
export const AnswerRequest = z.object({
  input: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('chat'), messages: z.array(EngineMessage).min(1).max(10_000) }),
    z.object({ kind: z.literal('text'), prompt: z.string() }),
    /** Only for engines with `token_prompts`. */
    z.object({ kind: z.literal('tokens'), tokens: z.array(z.int().min(0)).min(1).max(1_000_000) }),
  ]),
  /** `null`: as many as the context allows. */
  max_tokens: z.int().min(1).nullable(),
  temperature: z.number().nullable(),
  top_p: z.number().nullable(),
  seed: z.int().nullable(),
  stop: z.array(z.string()),
  /** A JSON schema that the answer must follow; `{}`: any JSON. */
  json_schema: z.record(z.string(), z.unknown()).nullable(),
  /** Name and strictness of the schema, as requested. */
  schema_format: z
    .object({ name: z.string(), strict: z.boolean().nullish(), description: z.string().optional() })
    .optional(),
  tools: z.array(z.unknown()),
  tool_choice: z.unknown(),
  /** Only parameters that the engine takes. */
  parameters: EngineParameters.optional(),
  /** `false`: the text may be sent as one part. */
  stream: z.boolean(),
  /** Whether the control plane knows the part `taken`; earlier ones refuse it. */
  report_taken: z.boolean().optional(),
})
export type AnswerRequest = z.infer<typeof AnswerRequest>

/** Counted by the engine's own tokenizer. */
export const TokenCounts = z.object({
  input_tokens: z.int().min(0),
  /** The part of these that the engine had cached. */
  cached_tokens: z.int().min(0),
  output_tokens: z.int().min(0),
  /** The part of these that is reasoning, if the engine reports it. */
  reasoning_tokens: z.int().min(0).optional(),
})
export type TokenCounts = z.infer<typeof TokenCounts>

/**
 * The time without output after which an answer has failed, in milliseconds: streamed, before the first token or
 * between two; not streamed, until everything is generated. Agent and control plane use the same limits.
 */
export const engineIdleMsMax = { stream: 120_000, whole: 15 * 60_000 } as const

/** After this many milliseconds an engine that has not refused a request is reading it; most answers have begun. */
export const acceptedAfterMs = 250

/** An engine at work without output reports this often that it is alive, in milliseconds. */
export const engineAliveEveryMs = 20_000

export const noTokens: TokenCounts = { input_tokens: 0, cached_tokens: 0, output_tokens: 0 }

/** The counts of a prompt that was read. */
export const PromptCounts = TokenCounts.pick({ input_tokens: true, cached_tokens: true })
export type PromptCounts = z.infer<typeof PromptCounts>

const TokenProbability = z.object({
  token: z.string(),
  logprob: z.number(),
  /** Its bytes in UTF-8, which may be a part of a character only. */
  bytes: z.array(z.int().min(0).max(255)).nullable(),
})

/** A token's probability, and those of likely alternatives; as in the OpenAI API's chat format. */
export const TokenLogprob = TokenProbability.extend({ top_logprobs: z.array(TokenProbability) })
export type TokenLogprob = z.infer<typeof TokenLogprob>

const come = {
  tokens: z.int().min(0),
  /** The answer that it belongs to, where several were requested: from 0, which is also meant without it. */
  choice: z.int().min(0).optional(),
  /** The probabilities of its tokens, where they were requested. */
  logprobs: z.array(TokenLogprob).optional(),
  /** With the first part, if the engine reports it by then: an endless answer has read its prompt all the same. */
  read: PromptCounts.optional(),
}

/** The maximum length of the text in one part, in characters: a whole answer is sent in several. */
export const partTextCharsMax = 64 * 1_024

export const AnswerPart = z.discriminatedUnion('kind', [
  /** The engine is reading the prompt: it is charged from here on. Sent if no output comes at once. */
  z.object({ kind: z.literal('taken') }),
  /** The text since the last part, of one token or of several. */
  z.object({ kind: z.literal('text'), text: z.string(), ...come }),
  /** The model's reasoning before the answer; paid like its text. */
  z.object({ kind: z.literal('reasoning'), text: z.string(), ...come }),
  /** The engine works, but has nothing to show yet: it reads a long prompt, or thinks out of sight. */
  z.object({ kind: z.literal('alive') }),
  /** Deltas of tool calls in the OpenAI API's format. */
  z.object({ kind: z.literal('tool_calls'), tool_calls: z.array(z.unknown()), ...come }),
  z.object({
    kind: z.literal('end'),
    reason: z.enum(['stop', 'length', 'tool_calls', 'failed']),
    /** Why each answer ended, where several were requested. */
    reasons: z.array(z.enum(['stop', 'length', 'tool_calls'])).optional(),
    /** Why it failed, for users. */
    problem: z.string().nullable(),
    /** Of all answers together. */
    counts: TokenCounts,
    /**
     * Milliseconds from the first token to the last, if the engine reports them: they cannot be measured from a whole
     * answer.
     */
    made_ms: z.number().min(0).optional(),
  }),
])
export type AnswerPart = z.infer<typeof AnswerPart>

/** A text, or its token IDs for engines with `token_embeddings`. */
export const EmbedInput = z.union([z.string(), z.array(z.int().min(0)).min(1)])
export type EmbedInput = z.infer<typeof EmbedInput>

export const EmbedRequest = z.object({ input: z.array(EmbedInput).min(1).max(2_048) })
export type EmbedRequest = z.infer<typeof EmbedRequest>

export const Embedded = z.object({
  vectors: z.array(z.array(z.number()).max(65_536)).max(2_048),
  input_tokens: z.int().min(0),
})
export type Embedded = z.infer<typeof Embedded>
