import { z } from 'zod'

/** What a worker thread is asked to measure, and for how long. */
export const KernelRequest = z.object({ kernel: z.enum(['cpu', 'copy']), durationMs: z.number() })
export type KernelRequest = z.infer<typeof KernelRequest>
