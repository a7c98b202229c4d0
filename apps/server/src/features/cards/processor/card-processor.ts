import type { CardId, SavedCard } from '@gridloom/contract/cards/card'
import type { CardDisputeState } from '@gridloom/contract/cards/payment'
import type { AccountId, CardPaymentId, CardRefundId } from '@gridloom/contract/core/ids'
import type { PaymentFacts } from '@gridloom/domain/cards/payment-states'

/** The money of one payment, as the processor has it. */
export interface Intent extends PaymentFacts {
  readonly id: string
  /** Our payment, where we named it when we made this. */
  readonly paymentId: CardPaymentId | undefined
  /** The same for one card at any account; `null` before it paid. */
  readonly fingerprint: string | null
}

/** A page of the processor. */
export interface PaymentPage {
  readonly id: string
  readonly url: string
}

export interface SentRefund {
  readonly id: string
  /** Our refund; `undefined`: made at the processor. */
  readonly refundId: CardRefundId | undefined
  readonly cents: number
  readonly state: 'sent' | 'succeeded' | 'failed'
}

export interface Dispute {
  readonly id: string
  readonly intentId: string
  readonly cents: number
  readonly state: CardDisputeState
  readonly reason: string
  readonly openedAt: Date
}

/** A verified event: only what to read again. Its own data may be old, as events arrive in any order. */
export interface ProcessorEvent {
  readonly id: string
  readonly about:
    | { readonly kind: 'intent'; readonly id: string }
    | { readonly kind: 'dispute'; readonly id: string }
    | { readonly kind: 'page'; readonly id: string }
    | { readonly kind: 'other' }
}

/** Where a user returns to from the processor's page. */
export interface Returns {
  readonly successUrl: string
  readonly cancelUrl: string
}

export interface NewPage extends Returns {
  readonly customerId: string
  readonly paymentId: CardPaymentId
  readonly cents: number
  readonly saveCard: boolean
  readonly expiresAt: Date
}

export interface NewCharge {
  readonly customerId: string
  readonly cardId: CardId
  readonly paymentId: CardPaymentId
  readonly cents: number
}

/**
 * Takes payments by card; cards are entered and kept there alone. Each call that moves money has a key of ours, so that
 * a repetition moves it once. Methods throw {@link ProcessorFailed} when they have no answer, and then may be repeated.
 */
export interface CardProcessor {
  /** The ledger's name for the money that it holds for us, such as `card:stripe`. */
  readonly source: string
  createCustomer(account: { accountId: AccountId }): Promise<string>
  /** Deletes a customer with its cards; one that is gone is fine. */
  deleteCustomer(customerId: string): Promise<void>
  createPage(page: NewPage): Promise<PaymentPage>
  createCardPage(page: Returns & { customerId: string; key: string }): Promise<PaymentPage>
  readPage(id: string): Promise<{ state: 'open' | 'complete' | 'expired'; intentId: string | null }>
  readIntent(id: string): Promise<Intent>
  /**
   * Charges a saved card while its owner is away. A decline is an answer, not a failure; `refused`: the card cannot be
   * charged at all, as it was removed.
   */
  charge(charge: NewCharge): Promise<Intent | 'refused'>
  /** Finds what an earlier {@link charge} made, if it did. */
  findCharge(charge: NewCharge, since: Date): Promise<Intent | undefined>
  /** Makes sure that an unpaid intent is never paid. */
  cancelIntent(id: string): Promise<void>
  /** Newest first. */
  listCards(customerId: string): Promise<Omit<SavedCard, 'is_default'>[]>
  removeCard(id: CardId): Promise<void>
  /** `refused`: the processor will never make this refund. */
  refund(refund: {
    refundId: CardRefundId
    intentId: string
    cents: number
  }): Promise<SentRefund | 'refused'>
  listRefunds(intentId: string): Promise<SentRefund[]>
  readDispute(id: string): Promise<Dispute>
  /** Verifies the signature of an event and its age. @throws {ForgedEvent} */
  readEvent(body: Buffer, signature: string | undefined): ProcessorEvent
}

/** The processor did not answer, or with an error that may pass. */
export class ProcessorFailed extends Error {
  override readonly name = 'ProcessorFailed'
}

/** An event that the processor did not sign, or long ago. */
export class ForgedEvent extends Error {
  override readonly name = 'ForgedEvent'
}
