import type { AnswerPart, AnswerRequest, Embedded } from '@gridloom/contract/agent/models'
import type { ModelFeature } from '@gridloom/contract/models/model-feature'

/**
 * What makes answers, as the agent sees it; its drivers are the folders `llama` and `openai-http`. An engine is given no
 * more answers at once than it has slots.
 */
export interface Engine {
  /** Of prompt and answer together. */
  readonly contextTokens: number
  readonly quantization: string | null
  readonly features: readonly ModelFeature[]
  /**
   * Makes one answer, at the reader's pace; the last part is its `end`. Leaving it, or the signal's abort, stops the
   * engine: it is over, and the engine free for another, when this returns.
   * @throws AgentRefused `context_exceeded`, `unsupported`, `busy`, `engine_failed`, before the first part only
   */
  answer(request: AnswerRequest, signal: AbortSignal): AsyncGenerator<AnswerPart, void>
  /** @throws AgentRefused as {@link Engine.answer} does */
  embed(input: readonly string[], signal: AbortSignal): Promise<Embedded>
  /** What its provider should know of it though it serves; `null`: nothing. */
  shortfall?(): string | null
  /** Resolves with the reason, for people, when it can make no more answers; it is opened anew then. */
  readonly ended: Promise<string>
  /** Ends it, and resolves when nothing of it is left. */
  close(): Promise<void>
}

/** Why an engine could not be opened, or a model not be fetched, for people. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineTrouble'
}

export type AnswerEnd = Extract<AnswerPart, { kind: 'end' }>

/** An answer that broke after it had begun: what came counts. */
export function brokenEnd(problem: string, counts: AnswerEnd['counts']): AnswerEnd {
  return { kind: 'end', reason: 'failed', problem, counts }
}
