import type { TokenCounts } from '@gridloom/contract/agent/models'
import type { AnswerState } from '@gridloom/contract/chat/chat'
import type { AllowanceId, GenerationId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { Payer } from '../payer.ts'
import type { LiveEndpoint } from '../registry/live-endpoint.ts'

/** An answer that has ended, with all fields that are stored. */
export interface EndedAnswer {
  readonly id: GenerationId
  readonly payer: Payer
  readonly modelId: ModelId
  /** `null`: no endpoint accepted it. */
  readonly endpoint: Pick<LiveEndpoint, 'id' | 'machineId' | 'providerAccountId'> | null
  readonly state: Exclude<AnswerState, 'running'>
  readonly problem: string | null
  readonly counts: TokenCounts
  readonly firstTokenMs: number | null
  readonly tokensPerS: number | null
  /** At most the reserved amount. */
  readonly microUsd: MicroUsd
  readonly startedAt: Date
  readonly endedAt: Date
}

/** Money reserved for one answer. The first `settle` or `release` ends it; later calls change nothing. */
export interface Reservation {
  readonly allowanceId: AllowanceId | null
  /** The amount that is reserved now. */
  readonly microUsd: MicroUsd
  /**
   * Reserves more, up to this amount in all, and returns what is reserved then: at once if the allowance has enough,
   * otherwise after a top-up. It is less than asked where balance or budget cover no more. Never rejects.
   */
  growTo(microUsd: MicroUsd): MicroUsd | Promise<MicroUsd>
  /** Reserves this amount in all if that takes only a small part of what the allowance has free. */
  growIfPlenty(microUsd: MicroUsd): void
  /** Settles the answer: it is stored, and paid to its machine, together with others within a second. */
  settle(answer: EndedAnswer): void
  /** Releases the whole amount: nothing was generated. */
  release(): void
}

/**
 * Spending allowances for answers. A part of a payer's balance is held in the ledger under an allowance and divided in
 * memory, so that an answer queries no database. See docs/decisions/0072.
 */
export interface Allowances extends AsyncDisposable {
  /**
   * Reserves money: at once if the payer's open allowance has enough, otherwise after a top-up.
   * @throws Refused `insufficient_funds`, `key_budget_exceeded` (also as the promise's rejection)
   */
  reserve(payer: Payer, microUsd: MicroUsd): Reservation | Promise<Reservation>
  /** Writes all waiting settled answers at once. */
  flush(): Promise<void>
}
