import { z } from 'zod'

export const ModelFeature = z.enum(['chat', 'completion', 'embeddings', 'tools', 'json_schema'])
export type ModelFeature = z.infer<typeof ModelFeature>
