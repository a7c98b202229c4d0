import type { StripeAccount } from '@gridloom/contract/payouts/stripe-account'
import type { Tone } from '../../ui/components/status-badge.tsx'

interface Status {
  tone: Tone
  word: string
  /** What it means for payouts; `undefined`: nothing to say. */
  note: string | undefined
  /** What the button to Stripe does. */
  action: string
}

/** The state of an account at Stripe, as a badge, with what to do next. */
export function stripeStatus({
  state,
  disabled_reason: reason,
}: Pick<NonNullable<StripeAccount['account']>, 'state' | 'disabled_reason'>): Status {
  switch (state) {
    case 'needs_information':
      return {
        ...{ tone: 'warn', word: 'Needs information', action: 'Continue at Stripe' },
        note: 'Stripe asks for more information before it pays you.',
      }
    case 'in_review':
      return {
        ...{ tone: 'busy', word: 'In review', action: 'Open Stripe' },
        note: 'Stripe is checking your information. That can take a few days.',
      }
    case 'ready':
      return { tone: 'good', word: 'Ready', note: undefined, action: 'Manage at Stripe' }
    case 'disabled':
      return {
        ...{ tone: 'bad', word: 'Disabled', action: 'Open Stripe' },
        note: `Stripe does not pay this account${reason === null ? '' : ` (${reason})`}. Contact Stripe, or choose another payout method.`,
      }
  }
}
