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

/** Stripe's reasons (docs.stripe.com/api/accounts/object, `requirements.disabled_reason`), and ours. */
const reasons: Readonly<Record<string, string>> = {
  disconnected: 'it was disconnected from the platform',
  listed: 'its name may be on a list of prohibited persons or companies',
  platform_paused: 'the platform has paused it',
  'rejected.fraud': 'Stripe suspects fraud',
  'rejected.incomplete_verification': 'its information could not be verified in time',
  'rejected.listed': 'its name is on a list of prohibited persons or companies',
  'rejected.platform_fraud': 'the platform suspects fraud',
  'rejected.platform_terms_of_service': 'it broke the terms of the platform',
  'rejected.terms_of_service': 'it broke the terms of Stripe',
  'requirements.past_due': 'information that Stripe asked for is overdue',
}

/** Words for a reason; those without are named as Stripe does, so that its support can be asked about them. */
function reasonInWords(reason: string): string {
  return Object.hasOwn(reasons, reason) ? `${reasons[reason]}` : `its reason is “${reason}”`
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
        note: `Stripe does not pay this account${reason === null ? '' : `: ${reasonInWords(reason)}`}. Contact Stripe, or choose another payout method.`,
      }
  }
}
