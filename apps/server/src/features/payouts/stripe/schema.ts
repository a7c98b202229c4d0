import type { AccountId, StripeAccountId } from '@gridloom/contract/core/ids'
import type { PayoutWait } from '@gridloom/contract/payouts/payout'
import type { StripeAccountState } from '@gridloom/contract/payouts/stripe-account'
import type { Generated, Selectable } from 'kysely'

/** The tables of `migrations/0243-stripe-accounts.sql` and `0244-stripe-payouts.sql`. A type, as Kysely requires. */
export type StripeTables = {
  stripe_accounts: {
    id: StripeAccountId
    account_id: AccountId
    country: string
    stripe_id: Generated<string | null>
    state: StripeAccountState
    disabled_reason: Generated<string | null>
    destination: Generated<string | null>
    effective_at: Generated<Date | null>
    requested_at: Date
    checked_at: Date
    removed_at: Generated<Date | null>
  }
  payout_events: { id: string; received_at: Date }
  stripe_sender: {
    singleton: Generated<boolean>
    lease_token: string | null
    lease_ends_at: Date | null
    retry_at: Date | null
    waits_for: PayoutWait | null
  }
}

export type StripeAccountRow = Selectable<StripeTables['stripe_accounts']>

/** One that Stripe has made. */
export type MadeAccountRow = StripeAccountRow & { stripe_id: string }
