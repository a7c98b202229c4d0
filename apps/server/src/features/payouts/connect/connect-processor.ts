import type { AccountId, PayoutId, StripeAccountId } from '@gridloom/contract/core/ids'
import type { StripeAccountFacts } from '@gridloom/domain/payouts/stripe-account-state'

/** What the processor says now of an account of a payee. */
export interface ConnectedAccount extends StripeAccountFacts {
  /** Its bank accounts and cards, by the processor's names; `null`: none. Another text: the payee changed them. */
  readonly destination: string | null
}

/** Money that was moved from the platform's balance to the account of a payee. */
export interface Transfer {
  readonly id: string
  /** Our payout, as we named it when we made this; `undefined`: made by somebody else. */
  readonly payoutId: PayoutId | undefined
  /** The account that it went to. */
  readonly to: string
  readonly cents: number
  readonly currency: string
  readonly reversedCents: number
}

export interface NewTransfer {
  readonly payoutId: PayoutId
  /** Grows with each one that was not made: the processor repeats its answer to a key that it knows. */
  readonly attempt: number
  readonly to: string
  readonly cents: number
}

/** `refused`: the processor made none and, asked again, makes none. `not_covered`: it made none, as the balance is too low. */
export type TransferAnswer =
  | { readonly kind: 'made'; readonly transfer: Transfer }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'not_covered' }

/** A verified event: only what to read again. Its own data may be old, as events arrive in any order. */
export interface ConnectEvent {
  readonly id: string
  readonly about:
    | { readonly kind: 'account'; readonly account: string }
    | { readonly kind: 'transfer'; readonly id: string }
    | { readonly kind: 'other' }
}

/**
 * Holds accounts of payees and moves money to them from the platform's balance. Methods throw {@link ConnectFailed} when they
 * have no answer; whether a transfer was made is unknown then.
 */
export interface ConnectProcessor {
  /** The same `id` makes one account. `refused`: it makes none in this country. */
  createAccount(account: {
    id: StripeAccountId
    accountId: AccountId
    country: string
  }): Promise<string | 'refused'>
  /** A page on which the payee enters details, and from which they return to `returnUrl`. */
  openOnboarding(account: string, returnUrl: string): Promise<string>
  /** The payee's own dashboard there. */
  openDashboard(account: string): Promise<string>
  /** `gone`: closed, or no longer connected. */
  readAccount(account: string): Promise<ConnectedAccount | 'gone'>
  transfer(transfer: NewTransfer): Promise<TransferAnswer>
  /** Finds the transfer of a payout, however long ago it was made. */
  findTransfer(payoutId: PayoutId): Promise<Transfer | undefined>
  /** `gone`: there is none of this name. */
  readTransfer(id: string): Promise<Transfer | 'gone'>
  /** What can be transferred now, in cents of US dollars. */
  readAvailable(): Promise<number>
  /** Verifies the signature of an event and its age. @throws {ForgedEvent} */
  readEvent(body: Buffer, signature: string | undefined): ConnectEvent
}

/**
 * The processor did not answer, or with an error that says nothing of what was made. `this_one`: the next call may have an
 * answer. `all`: it is silent or busy, and should not be asked before `retryAfterMs`.
 */
export class ConnectFailed extends Error {
  override readonly name = 'ConnectFailed'
  readonly stops: 'this_one' | 'all'
  readonly retryAfterMs: number

  constructor(
    message: string,
    {
      stops,
      retryAfterMs,
      cause,
    }: { stops: 'this_one' | 'all'; retryAfterMs: number; cause?: unknown },
  ) {
    super(message, { cause })
    this.stops = stops
    this.retryAfterMs = retryAfterMs
  }
}

/** An event that the processor did not sign, or long ago. */
export class ForgedEvent extends Error {
  override readonly name = 'ForgedEvent'
}
