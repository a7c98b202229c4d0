import { z } from 'zod'
import { EngineParameters } from './engine-parameters.ts'

/** A feature of an endpoint: a kind of request, or an optional parameter by its name in the API. */
export const ModelFeature = z.enum([
  'chat',
  'completion',
  'embeddings',
  'tools',
  'json_schema',
  /** Images in prompts. */
  'vision',
  /** Prompts of completions as token IDs. */
  'token_prompts',
  /** Inputs of embeddings as token IDs. */
  'token_embeddings',
  ...EngineParameters.keyof().options,
])
export type ModelFeature = z.infer<typeof ModelFeature>
