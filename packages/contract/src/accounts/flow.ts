import { z } from 'zod'

/** What a user came for, as they chose it (specification, section 6). */
export const Flow = z.enum(['provider', 'render', 'startup', 'hivemind'])
export type Flow = z.infer<typeof Flow>
