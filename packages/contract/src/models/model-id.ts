import { z } from 'zod'

/** `org/name`, as hubs name models; the name is the last segment. */
export const ModelId = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_.-]+(\/[A-Za-z0-9_.-]+)+$/, 'must be an ID such as org/name')
  .meta({ examples: ['HuggingFaceTB/SmolLM2-135M-Instruct'], title: 'ModelId' })
  .brand<'ModelId'>()
export type ModelId = z.infer<typeof ModelId>
