import { z } from 'zod'
import { AccountId, CardPaymentId, CardRefundId } from '../core/ids.ts'
import { MicroUsd, Timestamp } from '../core/values.ts'

/** `checkout`: on the processor's page. `top_up`: automatically, with a saved card. */
export const CardPaymentKind = z.enum(['checkout', 'top_up'])
export type CardPaymentKind = z.infer<typeof CardPaymentKind>

/**
 * `open`: not paid yet. `paid`: credited. `failed`: a top-up was declined. `expired`: not paid in time. `held`: paid, but
 * not credited, as the operator has to look at it.
 */
export const CardPaymentState = z.enum(['open', 'paid', 'failed', 'expired', 'held'])
export type CardPaymentState = z.infer<typeof CardPaymentState>

export const CardPaymentProblem = z.enum([
  'declined',
  'authentication_required',
  'no_card',
  'wrong_currency',
])
export type CardPaymentProblem = z.infer<typeof CardPaymentProblem>

/**
 * `reserved`: taken from the balance, and not known to the processor yet. `sent`: on its way. `failed`: returned to the
 * balance.
 */
export const CardRefundState = z.enum(['reserved', 'sent', 'succeeded', 'failed'])
export type CardRefundState = z.infer<typeof CardRefundState>

export const CardRefund = z.strictObject({
  id: CardRefundId,
  micro_usd: MicroUsd,
  state: CardRefundState,
  created_at: Timestamp,
})
export type CardRefund = z.infer<typeof CardRefund>

/**
 * `inquiry`: the bank asks, and no money moved. `open`: the bank took the amount back. `won`: it is credited again.
 * `lost`: it stays with the bank. `closed`: an inquiry without consequences.
 */
export const CardDisputeState = z.enum(['inquiry', 'open', 'won', 'lost', 'closed'])
export type CardDisputeState = z.infer<typeof CardDisputeState>

export const CardDispute = z.strictObject({
  micro_usd: MicroUsd,
  state: CardDisputeState,
  /** The bank's reason, in the processor's word, such as `fraudulent`. */
  reason: z.string().max(100),
  opened_at: Timestamp,
})
export type CardDispute = z.infer<typeof CardDispute>

/** A payment by card. */
export const CardPayment = z.strictObject({
  id: CardPaymentId,
  kind: CardPaymentKind,
  state: CardPaymentState,
  problem: CardPaymentProblem.nullable(),
  /** What was asked for. */
  micro_usd: MicroUsd,
  /** What was credited. */
  credited_micro_usd: MicroUsd,
  /** What may still be refunded, as far as the balance covers it. */
  refundable_micro_usd: MicroUsd,
  /** The processor's page, while the payment is open; `null` for callers who may not pay. */
  pay_url: z.string().max(4_000).nullable(),
  created_at: Timestamp,
  credited_at: Timestamp.nullable(),
  refunds: z.array(CardRefund),
  disputes: z.array(CardDispute),
})
export type CardPayment = z.infer<typeof CardPayment>

/** A payment as the operator sees it. */
export const OperatorCardPayment = z.strictObject({
  ...CardPayment.shape,
  account_id: AccountId,
  /** The processor's id of the payment. */
  processor_id: z.string().max(200).nullable(),
})
export type OperatorCardPayment = z.infer<typeof OperatorCardPayment>

/** Whole cents. */
const WholeCents = MicroUsd.min(10_000)
  .max(1_000_000_000_000)
  .multipleOf(10_000, 'must be whole cents')

export const NewCardPayment = z.strictObject({
  micro_usd: WholeCents,
  /** Whether the processor keeps the card, for later payments and automatic top-ups. */
  save_card: z.boolean().default(false),
})
export type NewCardPayment = z.infer<typeof NewCardPayment>

export const NewCardRefund = z.strictObject({
  /** By default all that may still be refunded. */
  micro_usd: WholeCents.optional(),
})
export type NewCardRefund = z.infer<typeof NewCardRefund>
