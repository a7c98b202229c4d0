import { z } from 'zod'

/** Every error of `/v1`, whatever its status. */
export const OpenAiError = z.object({
  error: z.object({
    message: z.string(),
    type: z.enum([
      'invalid_request_error',
      'permission_error',
      'insufficient_quota',
      'rate_limit_error',
      'server_error',
    ]),
    param: z.string().nullable(),
    /** A code of ours, or OpenAI's own if clients look for it. */
    code: z.string().nullable(),
  }),
})
export type OpenAiError = z.infer<typeof OpenAiError>
