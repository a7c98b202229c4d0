import type { Clock } from '@gridloom/async/clock'
import type { AnswerDelta } from './pending-answer.ts'
import type { ReasoningShare } from './settle-answer.ts'

/** Measures how much of an answer is reasoning, and how long it took. */
export interface ReasoningWatch {
  add(kind: AnswerDelta['kind'], bytes: number): void
  /** Ends reasoning that no text followed. */
  end(atMs: number): void
  /** `reported`: the reasoning tokens that the engine reports, if it does; they are a part of the output. */
  shareOf(outputTokens: number, reported: number | undefined): ReasoningShare
}

/** The clock is read twice an answer, as this runs for every token. */
export function createReasoningWatch(
  clock: Pick<Clock, 'monotonicMs'>,
  { stream }: { stream: boolean },
): ReasoningWatch {
  let thoughtBytes = 0
  let bytesInAll = 0
  let beganMs: number | undefined
  let tookMs: number | undefined
  return {
    add(kind, bytes) {
      bytesInAll += bytes
      if (kind === 'reasoning') {
        thoughtBytes += bytes
        beganMs ??= clock.monotonicMs()
      } else if (beganMs !== undefined && bytes > 0) tookMs ??= clock.monotonicMs() - beganMs
    },
    end(atMs) {
      if (beganMs !== undefined) tookMs ??= atMs - beganMs
    },
    shareOf(outputTokens, reported) {
      const byText = bytesInAll === 0 ? 0 : Math.round((outputTokens * thoughtBytes) / bytesInAll)
      const tokens = Math.min(reported ?? byText, outputTokens)
      return { tokens, ms: stream ? (tookMs ?? null) : null }
    },
  }
}
