import type { TokenCounts } from '@gridloom/contract/agent/models'
import type { AnswerState } from '@gridloom/contract/chat/chat'
import type { AllowanceId, GenerationId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { Payer } from '../payer.ts'
import type { LiveEndpoint } from '../registry/live-endpoint.ts'

/** An answer that has ended, with everything that is written of it. */
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

/** Money that is reserved for one answer. Exactly one of its calls ends it; later ones change nothing. */
export interface Reservation {
  readonly allowanceId: AllowanceId | null
  /** Settles the answer: it is written, and paid to its machine, together with others within a second. */
  settle(answer: EndedAnswer): void
  /** Releases all of it: nothing was made. */
  release(): void
}

/**
 * Spending allowances for answers. A part of a payer's balance is held in the ledger under an allowance and divided in
 * memory, so that an answer queries no database. See docs/decisions/0072.
 */
export interface Allowances extends AsyncDisposable {
  /**
   * Reserves money: at once where the payer's open allowance has enough, else once more is held.
   * @throws Refused `insufficient_funds`, `key_budget_exceeded` (also as the promise's rejection)
   */
  reserve(payer: Payer, microUsd: MicroUsd): Reservation | Promise<Reservation>
  /** Writes at once all settled answers that wait. */
  flush(): Promise<void>
}
