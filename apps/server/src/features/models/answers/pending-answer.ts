import type { AnswerPart, AnswerRequest } from '@gridloom/contract/agent/models'
import type { AnswerState } from '@gridloom/contract/chat/chat'
import type { GenerationId } from '@gridloom/contract/core/ids'
import type { AnswerCost } from '@gridloom/contract/models/answer'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { ProviderPreferences } from '@gridloom/contract/models/openai'
import type { Ctx } from '../../../platform/ctx.ts'
import type { AgentGateway } from '../../agents/index.ts'
import type { Allowances } from '../money/reservation.ts'
import type { Payer } from '../payer.ts'
import type { Endpoints } from '../registry/endpoints.ts'
import type { LiveEndpoint } from '../registry/live-endpoint.ts'
import type { TokenCounter } from '../tokens/token-counter.ts'
import type { RecentAnswers } from './recent-answers.ts'
import type { RevocationWatch } from './revocation-watch.ts'
import type { StallDetector } from './stall-detector.ts'

/** The input of {@link BeginAnswer}: payer, model, preferences and request. */
export interface BeginAnswerInput {
  readonly payer: Payer
  readonly modelId: ModelId
  readonly provider: ProviderPreferences
  readonly request: AnswerRequest
  /** Aborting it stops the engine; the output so far is charged, and the answer is `stopped`. */
  readonly signal: AbortSignal
}

/** A part of an answer as it streams: text, reasoning or tool calls. */
export type AnswerDelta = Exclude<AnswerPart, { kind: 'end' | 'taken' | 'alive' }>

/** The end of an answer with its cost. */
export interface AnswerEnded {
  readonly state: Exclude<AnswerState, 'running'>
  /** The reason that the engine reports; `stop` also where the reader stopped it. `shut_out`: its payer lost access. */
  readonly reason: 'stop' | 'length' | 'tool_calls' | 'failed' | 'shut_out'
  /** Why each answer ended, where several were requested and came to their end. */
  readonly reasons?: readonly FinishReason[]
  readonly problem: string | null
  readonly cost: AnswerCost
}

export type FinishReason = 'stop' | 'length' | 'tool_calls'

/** Returns how many answers a request wants. */
export function choicesOf({ parameters }: Pick<AnswerRequest, 'parameters'>): number {
  return parameters?.n ?? 1
}

/** An answer under way: its money is reserved, and at least one machine can generate it. */
export interface PendingAnswer {
  readonly id: GenerationId
  /**
   * Resolves with the endpoint that answers at its first delta, or at its end if there is none; before that, others are
   * tried.
   * Rejects with Refused `endpoints_busy`, `context_exceeded`, `unsupported_parameter`, `model_unavailable`,
   * `upstream_failed`.
   */
  readonly started: Promise<LiveEndpoint>
  /**
   * The deltas, at the reader's pace; read once. They finish with the answer, however it ends, and throw only what
   * `started` rejects with.
   */
  readonly deltas: AsyncIterable<AnswerDelta>
  /** Resolves once the answer is over and booked; never rejects. */
  readonly ended: Promise<AnswerEnded>
}

/**
 * Begins an answer.
 * @throws Refused `model_unknown`, `model_unavailable`, `insufficient_funds`, `key_budget_exceeded`
 */
export type BeginAnswer = (ctx: AnswersCtx, input: BeginAnswerInput) => Promise<PendingAnswer>

/** The services that answers need beside the platform's context. */
export interface AnswersCtx extends Ctx {
  readonly allowances: Allowances
  readonly endpoints: Endpoints
  readonly agents: AgentGateway
  readonly stalls: StallDetector
  readonly revocations: RevocationWatch
  readonly tokens: Pick<TokenCounter, 'knows' | 'count'>
  readonly recent: RecentAnswers
}
