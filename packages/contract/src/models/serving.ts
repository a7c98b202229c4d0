import { z } from 'zod'
import { ModelEndpoint } from './model-endpoint.ts'
import { TokenPrice } from './token-price.ts'

/** Engines on the provider's own machine or network; the agent's own settings decide which ones it accepts. */
export const ServeEngine = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('llama'),
    /** `null`: the model's own, or as much of it as fits into the machine's memory. */
    context_tokens: z.int().min(128).max(1_000_000).nullable().default(null),
  }),
  z.strictObject({
    kind: z.literal('openai-http'),
    /** Up to and including `/v1`. An engine's credentials are given to its agent, and never stored here. */
    base_url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .refine(
        (url) => !/^https?:\/\/[^/]*@/i.test(url),
        'must not contain a user name or password',
      ),
    /** The engine's name for the model. */
    upstream_model: z.string().min(1).max(200),
    context_tokens: z.int().min(128).max(10_000_000),
    /**
     * The provider's declaration: `deny`, the engine stores neither prompts nor answers. Undeclared counts as `allow`.
     */
    data_collection: z.enum(['allow', 'deny']).optional(),
  }),
])
export type ServeEngine = z.infer<typeof ServeEngine>

/** How a machine should serve a model. */
export const ServeOrder = z.strictObject({
  engine: ServeEngine,
  price: TokenPrice,
  slots: z.int().min(1).max(256).default(2),
})
export type ServeOrder = z.infer<typeof ServeOrder>

/** A model that one of the caller's machines serves, with its order, which the next order may change in part. */
export const ServedModel = ModelEndpoint.extend({ order: ServeOrder })
export type ServedModel = z.infer<typeof ServedModel>

/** The engines of a machine. */
export const MachineEngines = z.strictObject({
  /** Why it cannot run llama.cpp, and how to fix it; `null`: it can, or was never connected. */
  llama_missing: z.string().nullable(),
})
export type MachineEngines = z.infer<typeof MachineEngines>
