import type {
  AnswerPart,
  AnswerRequest,
  Embedded,
  EmbedInput,
} from '@gridloom/contract/agent/models'
import type { ModelFeature } from '@gridloom/contract/models/model-feature'

/**
 * An engine that generates answers, as the agent sees it; its drivers are the folders `llama` and `openai-http`. An
 * engine is given no more answers at once than it has slots.
 */
export interface Engine {
  /** Limit of prompt and answer together. */
  readonly contextTokens: number
  readonly quantization: string | null
  readonly features: readonly ModelFeature[]
  /**
   * Generates one answer, at the reader's pace; the last part is its `end`. Ending the iteration or aborting the signal
   * stops the engine, which is free for another answer when this returns.
   * @throws AgentRefused `context_exceeded`, `unsupported`, `busy`, `engine_failed`, before the first part only
   */
  answer(request: AnswerRequest, signal: AbortSignal): AsyncGenerator<AnswerPart, void>
  /** @throws AgentRefused as {@link Engine.answer} does */
  embed(input: readonly EmbedInput[], signal: AbortSignal): Promise<Embedded>
  /** A problem that the provider should know of although the engine serves; `null` if there is none. */
  shortfall?(): string | null
  /** Resolves with the reason, readable by users, when it can generate no more answers; a new one is opened then. */
  readonly ended: Promise<string>
  /** Closes the engine; resolves when all its resources are released. */
  close(): Promise<void>
}

/** Thrown when an engine could not be opened or a model not be fetched; the message is readable by users. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable'
}

export type AnswerEnd = Extract<AnswerPart, { kind: 'end' }>

/** Returns the end of an answer that failed after it had begun: the parts before it count. */
export function brokenEnd(problem: string, counts: AnswerEnd['counts']): AnswerEnd {
  return { kind: 'end', reason: 'failed', problem, counts }
}
