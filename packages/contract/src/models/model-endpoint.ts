import { z } from 'zod'
import { MachineId, ModelEndpointId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'
import { ModelFeature } from './model-feature.ts'
import { ModelId } from './model-id.ts'
import { ModelMetrics } from './model-metrics.ts'
import { TokenPrice } from './token-price.ts'

/** The state of serving. `waiting`: the machine was not sent the order yet, or is not connected. */
export const EndpointState = z.enum(['waiting', 'fetching', 'loading', 'serving', 'failed'])
export type EndpointState = z.infer<typeof EndpointState>

/** The engine. `llama`: llama.cpp within the agent. `openai-http`: an engine beside it that speaks `/v1`. */
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
  metrics: ModelMetrics,
  created_at: Timestamp,
})
export type ModelEndpoint = z.infer<typeof ModelEndpoint>
