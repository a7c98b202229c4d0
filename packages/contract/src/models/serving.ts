import { z } from 'zod'
import { ModelEndpoint } from './model-endpoint.ts'
import { TokenPrice } from './token-price.ts'

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
      .refine(
        (url) => !/^https?:\/\/[^/]*@/i.test(url),
        'must not contain a user name or password',
      ),
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

/** A model that one of the caller's machines serves, with its order, of which the next order may change a part. */
export const ServedModel = ModelEndpoint.extend({ order: ServeOrder })
export type ServedModel = z.infer<typeof ServedModel>

/** The engines of a machine. */
export const MachineEngines = z.strictObject({
  /** Why it cannot run llama.cpp, with what mends that; `null`: it can, or was never connected. */
  llama_missing: z.string().nullable(),
})
export type MachineEngines = z.infer<typeof MachineEngines>
