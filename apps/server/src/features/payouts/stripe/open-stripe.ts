import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { StripePage, StripeSetup } from '@gridloom/contract/payouts/stripe-account'
import { type Tx, userOf } from '../../../platform/ctx.ts'
import { verifiedHolder } from '../../auth/index.ts'
import { lockActiveAccount } from '../../companies/index.ts'
import { ConnectFailed } from '../connect/connect-processor.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { findStripe } from '../find-source.ts'
import { refuseCountry } from '../payee-rules.ts'
import type { StripeAccountRow } from './schema.ts'
import {
  findStripeAccount,
  insertStripeAccount,
  putStripeId,
  updateStripeAccount,
} from './stripe-accounts-store.ts'

/**
 * Opens a page of Stripe for the active account: to enter details, with the first use for a new account there, or the payee's
 * dashboard. The account is recorded before Stripe makes it, and its id is the key, so that a call that dies in between, or
 * two at once, make one.
 * @throws Refused `payouts_off`, `invalid_input`, `payout_country_blocked`, `payout_stripe_down`, `email_unverified`,
 * `forbidden`
 */
export async function openStripe(ctx: PayoutsCtx, { country }: StripeSetup): Promise<StripePage> {
  const { processor } = findStripe(ctx)
  const row = await ctx.transact(async (tx) => {
    await verifiedHolder(tx, userOf(ctx))
    const accountId = await lockActiveAccount(ctx, tx, 'pay_out')
    const known = await findStripeAccount(tx.db, accountId)
    const account = known ?? (await begin(ctx, tx, { accountId, country }))
    tx.note({ subject: account.id })
    return account
  })
  return fromStripe(async () => {
    const account = row.stripe_id ?? (await create(ctx, row))
    const returnUrl = new URL('/account?section=billing&tab=payouts', ctx.publicUrl).href
    const isAsked = row.state === 'needs_information'
    return {
      url: isAsked
        ? await processor.openOnboarding(account, returnUrl)
        : await processor.openDashboard(account),
    }
  })
}

interface Begun {
  accountId: AccountId
  country: string | null
}

async function begin(
  ctx: PayoutsCtx,
  tx: Tx,
  { accountId, country }: Begun,
): Promise<StripeAccountRow> {
  if (country === null) throw wrongCountry('Country is required')
  refuseCountry(ctx.payoutSetup.policy, country)
  if (!findStripe(ctx).countries.includes(country))
    throw wrongCountry('Payouts by Stripe do not go there')
  const now = ctx.clock.now()
  const id = ctx.ids.mint('stripeAccount')
  const row = { id, account_id: accountId, country, requested_at: now, checked_at: now }
  const added = await insertStripeAccount(tx, { ...row, state: 'needs_information' })
  const account = added ?? (await findStripeAccount(tx.db, accountId))
  if (account === undefined) throw new RangeError(`${accountId} has no account at Stripe`)
  return account
}

async function create(ctx: PayoutsCtx, row: StripeAccountRow): Promise<string> {
  const { id, account_id: accountId, country } = row
  const made = await findStripe(ctx).processor.createAccount({ id, accountId, country })
  if (made === 'refused') {
    await ctx.transact((tx) => updateStripeAccount(tx, id, { removed_at: ctx.clock.now() }))
    throw wrongCountry('Stripe does not pay there')
  }
  await ctx.transact((tx) => putStripeId(tx, id, made))
  return made
}

async function fromStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof ConnectFailed)) throw cause
    throw new Refused('payout_stripe_down', { cause, internal: cause.message })
  }
}

function wrongCountry(text: string): Refused {
  return new Refused('invalid_input', { fields: { country: text } })
}
