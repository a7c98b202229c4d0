import { z } from 'zod'
import { AgentFailure } from './protocol.ts'

/**
 * POST, open as long as the connection: many short questions and their answers on one stream, as a stream for each costs
 * both sides more than a short answer does (docs/decisions/0074). Each side writes frames, a line of JSON each, and knows
 * questions by the numbers that the control plane gives them.
 */
export const exchangePath = '/v1/exchange'

/** What one answer may send, in characters of its frames, before its reader has taken anything of it. */
export const exchangeWindowChars = 64 * 1_024

/** Longer questions are asked on a stream of their own, so that they hold up no other's words. */
export const exchangeQuestionCharsMax = 64 * 1_024

const QuestionNumber = z.int().min(1)

/** What the control plane writes. */
export const AskFrame = z.union([
  /** A question to one of the agent's paths. */
  z.object({ id: QuestionNumber, path: z.string(), body: z.unknown() }),
  /** Its reader has taken frames of so many characters. */
  z.object({ id: QuestionNumber, taken: z.int().min(1) }),
  /** Nobody wants its answer any more. */
  z.object({ id: QuestionNumber, stop: z.literal(true) }),
])
export type AskFrame = z.infer<typeof AskFrame>

/** What the agent writes. An answer has ended with `end` or `refused`. */
export const AnswerFrame = z.union([
  z.object({ id: QuestionNumber, values: z.array(z.unknown()), end: z.literal(true).optional() }),
  z.object({ id: QuestionNumber, refused: AgentFailure }),
])
export type AnswerFrame = z.infer<typeof AnswerFrame>
