import { z } from 'zod'
import { agentLimits } from '../core/agent-limits.ts'
import { limits } from '../core/constants.ts'

/** One line that a container wrote; `at` has nanoseconds as the engine gives them. */
export const LogLine = z.strictObject({
  at: z.string().max(agentLimits.wordChars),
  stream: z.enum(['stdout', 'stderr']),
  text: z.string().max(agentLimits.logLineChars),
})
export type LogLine = z.infer<typeof LogLine>

export const LogQuery = z.strictObject({
  /** RFC 3339, with up to nanoseconds; lines at or after it. */
  since: z.string().max(40).optional(),
  tail: z.coerce.number().int().min(0).max(limits.logTailLines).default(500),
  /** Only lines that contain this text, without regard to case. */
  search: z.string().max(200).optional(),
})
export type LogQuery = z.infer<typeof LogQuery>
