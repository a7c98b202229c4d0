import type { StripeAccountState } from '@gridloom/contract/payouts/stripe-account'

/** What Stripe says of a connected account (docs.stripe.com/api/accounts/object). */
export interface StripeAccountFacts {
  readonly detailsSubmitted: boolean
  readonly payoutsEnabled: boolean
  /** Whether money may be transferred to it. */
  readonly transfers: 'active' | 'inactive' | 'pending'
  readonly isInformationDue: boolean
  readonly disabledReason: string | null
}

/** Reasons for which Stripe only waits, or asks for more: not for which it has decided against the account. */
const passing: readonly string[] = [
  'requirements.past_due',
  'requirements.pending_verification',
  'action_required.requested_capabilities',
  'under_review',
]

/** The state of an account, of which Stripe has no single word. */
export function stripeAccountState(facts: StripeAccountFacts): StripeAccountState {
  const { disabledReason: reason } = facts
  if (reason !== null && !passing.includes(reason)) return 'disabled'
  if (facts.transfers === 'active' && facts.payoutsEnabled) return 'ready'
  const isAsking = facts.isInformationDue || reason === 'requirements.past_due'
  return !facts.detailsSubmitted || isAsking ? 'needs_information' : 'in_review'
}
