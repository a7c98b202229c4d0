import { z } from 'zod'

/** The kernel that a worker thread measures, and for how long. */
export const KernelRequest = z.object({ kernel: z.enum(['cpu', 'copy']), durationMs: z.number() })
export type KernelRequest = z.infer<typeof KernelRequest>
