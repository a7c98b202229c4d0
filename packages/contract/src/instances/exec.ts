import { z } from 'zod'
import { limits } from '../core/constants.ts'

export const ExecRequest = z.strictObject({
  command: z.array(z.string().max(65_536)).min(1).max(256),
  timeout_s: z.int().min(1).max(limits.execTimeoutS).default(60),
  /** Text for the command's standard input. */
  stdin: z
    .string()
    .max(limits.jsonBodyBytes / 2)
    .optional(),
})
export type ExecRequest = z.infer<typeof ExecRequest>

/** A part of the output, base64 because a command may write any bytes. */
export const ExecOutput = z.strictObject({
  stream: z.enum(['stdout', 'stderr']),
  base64: z.string(),
})
export type ExecOutput = z.infer<typeof ExecOutput>

/** The end: the exit code, or `null` with the reason. */
export const ExecExit = z.strictObject({
  exit_code: z.int().nullable(),
  ended: z.enum(['exited', 'timed_out', 'output_limit', 'instance_stopped']),
})
export type ExecExit = z.infer<typeof ExecExit>
