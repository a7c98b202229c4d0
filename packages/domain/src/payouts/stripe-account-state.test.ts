import { expect, it } from 'vitest'
import { type StripeAccountFacts, stripeAccountState } from './stripe-account-state.ts'

const ready: StripeAccountFacts = {
  ...{ detailsSubmitted: true, payoutsEnabled: true, transfers: 'active' },
  ...{ isInformationDue: false, disabledReason: null },
}

it.each<[string, Partial<StripeAccountFacts>, string]>([
  ['an account that is paid', {}, 'ready'],
  ['one that is paid while Stripe will ask for more', { isInformationDue: true }, 'ready'],
  ['a new one', { detailsSubmitted: false, transfers: 'inactive' }, 'needs_information'],
  [
    'one that lacks something',
    { transfers: 'inactive', isInformationDue: true, disabledReason: 'requirements.past_due' },
    'needs_information',
  ],
  [
    'one that is checked',
    { payoutsEnabled: false, disabledReason: 'requirements.pending_verification' },
    'in_review',
  ],
  ['one whose transfers wait', { transfers: 'pending' }, 'in_review'],
  ['one that Stripe rejected', { disabledReason: 'rejected.fraud' }, 'disabled'],
  ['one with a reason that is not known yet', { disabledReason: 'new_word' }, 'disabled'],
])('names the state of %s', (_, facts, state) => {
  expect(stripeAccountState({ ...ready, ...facts })).toBe(state)
})
