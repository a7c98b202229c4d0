import { z } from 'zod'
import { MachineId, ModelEndpointId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'
import { ModelFeature } from './model-feature.ts'
import { ModelId } from './model-id.ts'
import { ModelMetrics } from './model-metrics.ts'
import { TokenPrice } from './token-price.ts'

/** The state of serving. `waiting`: the order was not sent to the machine yet, or it is not connected. */
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
  /** Why it failed, or what is missing although it serves, for users; text of its machine is marked as such. */
  problem: z.string().nullable(),
  /** Bytes of the model's file, while it is fetched. */
  fetched_bytes: z.int().nullable(),
  total_bytes: z.int().nullable(),
  engine: EngineKind,
  quantization: z.string().nullable(),
  /** Tokens of prompt and answer together; `null` until the engine has reported it. */
  context_tokens: z.int().nullable(),
  /** The answers that it generates at once. */
  slots: z.int(),
  /** Answers in progress now, and those queued. */
  busy: z.int(),
  queued: z.int(),
  /** Whether the model is unloaded as it gets no requests: the first answer waits until it is loaded. */
  cold: z.boolean(),
  /** Milliseconds that loading the model took the last time; `null`: not known. */
  load_ms: z.int().nullable(),
  price: TokenPrice,
  features: z.array(ModelFeature),
  /** `deny`: prompts and answers are not kept, by the nature of the built-in engine or as the host declares. */
  data_collection: z.enum(['allow', 'deny']),
  metrics: ModelMetrics,
  created_at: Timestamp,
})
export type ModelEndpoint = z.infer<typeof ModelEndpoint>
