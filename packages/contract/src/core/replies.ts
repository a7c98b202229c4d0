import { z } from 'zod'
import type { ErrorCode } from '../errors.ts'

/** The body of every error. `fields` only if single fields are invalid. */
export const Failure = z.object({
  status: z.literal('error'),
  error: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  details: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .optional(),
})

/** As the server writes it: the code is from the closed list. */
export type Failure = z.infer<typeof Failure> & { code: ErrorCode }
