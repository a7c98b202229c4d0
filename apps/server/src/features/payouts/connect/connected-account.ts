import type Stripe from 'stripe'
import type { ConnectedAccount } from './connect-processor.ts'

/** What we use of Stripe's account (docs.stripe.com/api/accounts/object). */
export function factsOf(account: Stripe.Account): ConnectedAccount {
  const { requirements: asked, capabilities } = account
  const due = [...(asked?.currently_due ?? []), ...(asked?.past_due ?? [])]
  const places = account.external_accounts?.data.map(({ id }) => id).toSorted() ?? []
  return {
    detailsSubmitted: account.details_submitted,
    payoutsEnabled: account.payouts_enabled,
    transfers: transfersIn(capabilities?.transfers),
    isInformationDue: due.length > 0,
    disabledReason: asked?.disabled_reason ?? null,
    destination: places.length === 0 ? null : places.join(' ').slice(0, 2_000),
  }
}

function transfersIn(state: string | undefined): ConnectedAccount['transfers'] {
  return state === 'active' || state === 'pending' ? state : 'inactive'
}
