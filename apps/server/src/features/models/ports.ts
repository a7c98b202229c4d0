import type { AnswerPart, AnswerRequest, TokenCounts } from '@gridloom/contract/agent/models'
import type { AnswerState } from '@gridloom/contract/chat/chat'
import type {
  AccountId,
  AllowanceId,
  GenerationId,
  MachineId,
  ModelEndpointId,
} from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { AnswerCost } from '@gridloom/contract/models/answer'
import type { EngineKind } from '@gridloom/contract/models/model-endpoint'
import type { ModelFeature } from '@gridloom/contract/models/model-feature'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { ProviderPreferences } from '@gridloom/contract/models/openai'
import type { TokenPrice } from '@gridloom/contract/models/token-price'
import type { Ctx } from '../../platform/ctx.ts'
import type { AgentGateway } from '../agents/index.ts'
import type { RevocationWatch } from './answers/revocation-watch.ts'
import type { StallDetector } from './answers/stall-detector.ts'
import type { Payer } from './payer.ts'
import type { TokenCounter } from './tokens/token-counter.ts'

/** An answer that has ended, as it is booked. */
export interface EndedAnswer {
  readonly id: GenerationId
  readonly payer: Payer
  readonly modelId: ModelId
  /** `null`: no endpoint took it. */
  readonly endpoint: Pick<LiveEndpoint, 'id' | 'machineId' | 'providerAccountId'> | null
  readonly state: Exclude<AnswerState, 'running'>
  readonly problem: string | null
  readonly counts: TokenCounts
  readonly firstTokenMs: number | null
  readonly tokensPerS: number | null
  /** At most what was reserved. */
  readonly microUsd: MicroUsd
  readonly startedAt: Date
  readonly endedAt: Date
}

/** Money that is set aside for one answer. It ends by exactly one of its calls; later ones change nothing. */
export interface Reservation {
  readonly allowanceId: AllowanceId | null
  /** Books the answer: it is written, and paid to its machine, together with others within a second. */
  settle(answer: EndedAnswer): void
  /** Nothing was made. */
  release(): void
}

/**
 * Money for answers. A slice of what a payer has is held in the ledger under a tab, and divided in memory: an answer looks
 * at no database. See docs/decisions/0072.
 */
export interface Allowances extends AsyncDisposable {
  /**
   * Sets money aside: at once where the payer's open tab has enough, else once more is held.
   * @throws Refused `insufficient_funds`, `key_budget_exceeded` (also as the promise's rejection)
   */
  reserve(payer: Payer, microUsd: MicroUsd): Reservation | Promise<Reservation>
  /** Writes at once what waits to be written. */
  flush(): Promise<void>
}

/** One machine that serves a model and is connected to this replica, as it last said. */
export interface LiveEndpoint {
  readonly id: ModelEndpointId
  readonly modelId: ModelId
  readonly machineId: MachineId
  readonly machineName: string
  readonly providerAccountId: AccountId
  readonly engine: EngineKind
  readonly price: TokenPrice
  readonly slots: number
  readonly contextTokens: number
  readonly features: readonly ModelFeature[]
}

/** What routing is asked for. */
export interface Choice {
  readonly modelId: ModelId
  readonly provider: ProviderPreferences
  /** What an answer needs of an engine, such as tools. */
  readonly features: readonly ModelFeature[]
  /** About what it will be, for comparing prices. */
  readonly tokens: { readonly input: number; readonly output: number }
  /** Those that were tried for it already. */
  readonly tried: ReadonlySet<ModelEndpointId>
}

/** One call to an endpoint, as load, breaker and figures see it. */
export interface Attempt {
  firstToken(): void
  /**
   * Ends it, once. `failed`: the endpoint's fault. `not_counted`: nobody's or the caller's (stopped before anything came,
   * a prompt that is too long, a full queue).
   */
  end(outcome: 'answered' | 'failed' | 'not_counted', made: Made): Measured
}

/** What an endpoint made. */
export interface Made {
  readonly tokens: number
  /** From the first token to the last, as its machine says; where we saw the first one ourselves, that counts. */
  readonly ms?: number | undefined
  /** When the last one was there, by our monotonic clock; now, unless told. */
  readonly endMs?: number
}

export interface Measured {
  readonly firstTokenMs: number | null
  /**
   * From the first token to the last; `null` for fewer than two. Over all of its time where the first token's is not
   * known: that is no figure of the endpoint's.
   */
  readonly tokensPerS: number | null
}

/** The machines that serve models and are connected to this replica. Everything is answered from memory. */
export interface Endpoints extends AsyncDisposable {
  /** Whether the catalogue has it. */
  knows(modelId: ModelId): boolean
  serving(modelId: ModelId): readonly LiveEndpoint[]
  /** Of every model. */
  live(): readonly LiveEndpoint[]
  /**
   * The one that is asked next: by the caller's wishes, and else at random by shares (docs/decisions/0071). `undefined`:
   * none is left.
   */
  choose(choice: Choice): LiveEndpoint | undefined
  begin(endpoint: LiveEndpoint): Attempt
}

/** What an answer is asked of, and by whom. */
export interface BeginAnswerInput {
  readonly payer: Payer
  readonly modelId: ModelId
  readonly provider: ProviderPreferences
  readonly request: AnswerRequest
  /** Its abort stops the engine; what had come is paid, and the answer is `stopped`. */
  readonly signal: AbortSignal
}

export type AnswerDelta = Exclude<AnswerPart, { kind: 'end' }>

export interface AnswerEnded {
  readonly state: Exclude<AnswerState, 'running'>
  /** As the engine said it; `stop` also where the reader stopped it. `shut_out`: its payer may ask no more. */
  readonly reason: 'stop' | 'length' | 'tool_calls' | 'failed' | 'shut_out'
  readonly problem: string | null
  readonly cost: AnswerCost
}

/** An answer that is being made: its money is set aside, and there are machines that may make it. */
export interface PendingAnswer {
  readonly id: GenerationId
  /**
   * Resolves with the first piece (or an end without any) of the endpoint that answers; before that, others are tried.
   * Rejects with Refused `endpoints_busy`, `context_exceeded`, `unsupported_parameter`, `model_unavailable`, `upstream_failed`.
   */
  readonly started: Promise<LiveEndpoint>
  /** What comes, at the reader's pace; read once. Ends with the answer, however that ends; throws only what `started` rejects with. */
  readonly deltas: AsyncIterable<AnswerDelta>
  /** Resolves when all is over and booked; never rejects. */
  readonly ended: Promise<AnswerEnded>
}

/**
 * Begins an answer.
 * @throws Refused `model_unknown`, `model_unavailable`, `insufficient_funds`, `key_budget_exceeded`
 */
export type BeginAnswer = (ctx: AnswersCtx, wish: BeginAnswerInput) => Promise<PendingAnswer>

/** What making answers needs beside the platform's context. */
export interface AnswersCtx extends Ctx {
  readonly allowances: Allowances
  readonly endpoints: Endpoints
  readonly agents: AgentGateway
  readonly stalls: StallDetector
  readonly revocations: RevocationWatch
  readonly tokens: Pick<TokenCounter, 'knows' | 'count'>
}
