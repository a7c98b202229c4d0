import type {
  CardDisputeState,
  CardPaymentKind,
  CardPaymentProblem,
  CardPaymentState,
  CardRefundState,
} from '@gridloom/contract/cards/payment'
import type { MicroUsd } from '@gridloom/contract/core/values'

export const microUsdPerCent = 10_000

/** Cents of the processor as our money. */
export function microUsdOfCents(cents: number): MicroUsd {
  return cents * microUsdPerCent
}

/** Our money in the processor's cents. @throws {RangeError} for an amount that is not whole cents */
export function centsOf(microUsd: MicroUsd): number {
  if (microUsd % microUsdPerCent !== 0) throw new RangeError(`${microUsd} is not whole cents`)
  return microUsd / microUsdPerCent
}

type Moves<State extends string> = Readonly<Record<State, readonly State[]>>

/**
 * The closed table of a payment's moves. Money that the processor has is never ignored: a payment that we gave up on is
 * credited when it turns out to be paid.
 *
 *   open ──▶ paid
 *     ├────▶ failed, expired ──▶ paid, held
 *     └────▶ held: paid, but not in dollars
 */
export const paymentMoves = {
  open: ['paid', 'failed', 'expired', 'held'],
  failed: ['paid', 'held'],
  expired: ['paid', 'held'],
  paid: [],
  held: [],
} as const satisfies Moves<CardPaymentState>

/** What the processor says about the money of a payment. */
export interface PaymentFacts {
  readonly state: 'succeeded' | 'pending' | 'cancelled'
  readonly receivedCents: number
  /** In lower case, such as `usd`. */
  readonly currency: string
  /** The last attempt's failure. */
  readonly failure: Extract<CardPaymentProblem, 'declined' | 'authentication_required'> | null
}

export type PaymentStep =
  | { readonly to: 'none' }
  | { readonly to: 'paid'; readonly microUsd: MicroUsd }
  | { readonly to: 'held' | 'failed'; readonly problem: CardPaymentProblem }

/**
 * The next step of a payment. The amount is what the processor received, whatever was asked for. On the processor's page
 * the user may try another card, so only a top-up fails by a decline.
 */
export function nextStep(
  payment: { readonly kind: CardPaymentKind; readonly state: CardPaymentState },
  facts: PaymentFacts,
): PaymentStep {
  const moves: readonly CardPaymentState[] = paymentMoves[payment.state]
  if (facts.state === 'succeeded') {
    const isDollars = facts.currency === 'usd' && facts.receivedCents > 0
    if (!isDollars)
      return moves.includes('held') ? { to: 'held', problem: 'wrong_currency' } : { to: 'none' }
    if (!moves.includes('paid')) return { to: 'none' }
    return { to: 'paid', microUsd: microUsdOfCents(facts.receivedCents) }
  }
  if (payment.kind === 'checkout' || !moves.includes('failed')) return { to: 'none' }
  if (facts.state === 'cancelled') return { to: 'failed', problem: facts.failure ?? 'declined' }
  return facts.failure === null ? { to: 'none' } : { to: 'failed', problem: facts.failure }
}

/** The closed table of a refund's moves. A refund that reached the card may still come back from the bank. */
export const refundMoves = {
  reserved: ['sent', 'succeeded', 'failed'],
  sent: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
} as const satisfies Moves<CardRefundState>

export function canMoveRefund(from: CardRefundState, to: CardRefundState): boolean {
  const moves: readonly CardRefundState[] = refundMoves[from]
  return moves.includes(to)
}

/** The closed table of a dispute's moves; `null`: not known before, as events arrive in any order. */
export const disputeMoves = {
  inquiry: ['open', 'won', 'lost', 'closed'],
  open: ['won', 'lost'],
  lost: ['won'],
  won: [],
  closed: [],
} as const satisfies Moves<CardDisputeState>

export function canMoveDispute(from: CardDisputeState | null, to: CardDisputeState): boolean {
  if (from === null) return true
  const moves: readonly CardDisputeState[] = disputeMoves[from]
  return moves.includes(to)
}

/** Whether the bank has the amount of a dispute. */
export function isTaken(state: CardDisputeState | null): boolean {
  return state === 'open' || state === 'lost'
}

/** What may still be refunded: less what was refunded, and what banks took. */
export function refundableOf(payment: {
  readonly creditedMicroUsd: MicroUsd
  readonly refunds: readonly { readonly microUsd: MicroUsd; readonly state: CardRefundState }[]
  readonly disputes: readonly { readonly microUsd: MicroUsd; readonly state: CardDisputeState }[]
}): MicroUsd {
  const refunded = payment.refunds.filter(({ state }) => state !== 'failed')
  // An open question of the bank stops refunds too: the money could go back twice.
  const disputed = payment.disputes.filter(({ state }) => isTaken(state) || state === 'inquiry')
  const gone = [...refunded, ...disputed].reduce((sum, { microUsd }) => sum + microUsd, 0)
  return Math.max(0, payment.creditedMicroUsd - gone)
}
