import type { Clock } from '@gridloom/async/clock'
import { PayoutId } from '@gridloom/contract/core/ids'
import { product } from '@gridloom/contract/core/product'
import Stripe from 'stripe'
import type { ConfiguredPayoutStripe } from '../../../payout-stripe-config.ts'
import { readStripeEvent, stripeClient } from '../../../platform/stripe/stripe-client.ts'
import {
  type ConnectEvent,
  type ConnectProcessor,
  ForgedEvent,
  type NewTransfer,
  type Transfer,
  type TransferAnswer,
} from './connect-processor.ts'
import { factsOf } from './connected-account.ts'
import { answered } from './stripe-failures.ts'

/** Stripe Connect, by Stripe's library. Sources: docs.stripe.com/api, docs.stripe.com/connect. */
export function stripeConnect(
  config: ConfiguredPayoutStripe,
  clock: Pick<Clock, 'now'>,
): ConnectProcessor {
  // Not repeated by the library: whether to ask again is decided here, with what is known of the payout.
  const stripe = stripeClient(config, 0)
  return {
    ...accountsOf(stripe, config),
    ...transfersOf(stripe),
    readAvailable: () => answered(async () => availableIn(await stripe.balance.retrieve())),
    readEvent(body, signature) {
      const secrets = config.webhookSecrets
      const event = readStripeEvent(stripe, { body, signature, secrets, now: clock.now() })
      if (event instanceof Error) throw new ForgedEvent('not an event of Stripe', { cause: event })
      return { id: event.id, about: aboutOf(event) }
    },
  }
}

function accountsOf(
  stripe: Stripe,
  { country: ownCountry }: ConfiguredPayoutStripe,
): Pick<ConnectProcessor, 'createAccount' | 'openOnboarding' | 'openDashboard' | 'readAccount'> {
  return {
    createAccount: ({ id, accountId, country }) =>
      answered(async () => {
        // Only under this agreement can accounts abroad be paid (docs.stripe.com/connect/service-agreement-types).
        const abroad = { tos_acceptance: { service_agreement: 'recipient' } }
        const wanted = {
          country,
          controller: {
            fees: { payer: 'application' },
            losses: { payments: 'application' },
            stripe_dashboard: { type: 'express' },
          },
          capabilities: { transfers: { requested: true } },
          ...(country === ownCountry ? {} : abroad),
          metadata: { account: accountId, stripe_account: id },
        } as const
        try {
          return (await stripe.accounts.create(wanted, { idempotencyKey: id })).id
        } catch (error) {
          const isInvalid = error instanceof Stripe.errors.StripeInvalidRequestError
          if (isInvalid && error.param === 'country') return 'refused'
          throw error
        }
      }),
    openOnboarding: (account, returnUrl) =>
      answered(async () => {
        const link = { account, return_url: returnUrl, refresh_url: returnUrl }
        return (await stripe.accountLinks.create({ ...link, type: 'account_onboarding' })).url
      }),
    openDashboard: (account) =>
      answered(async () => (await stripe.accounts.createLoginLink(account)).url),
    readAccount: (account) =>
      answered(async () => {
        try {
          return factsOf(await stripe.accounts.retrieve(account))
        } catch (error) {
          // Stripe answers so for an account that is deleted, and for one that is connected no more.
          const isPermission = error instanceof Stripe.errors.StripePermissionError
          if (isPermission && error.code === 'account_invalid') return 'gone'
          throw error
        }
      }),
  }
}

function transfersOf(
  stripe: Stripe,
): Pick<ConnectProcessor, 'transfer' | 'findTransfer' | 'readTransfer'> {
  return {
    transfer: (transfer) => answered(() => makeTransfer(stripe, transfer)),
    findTransfer: (payoutId) =>
      answered(async () => {
        const { data } = await stripe.transfers.list({ transfer_group: payoutId, limit: 1 })
        return data[0] === undefined ? undefined : transferOf(data[0])
      }),
    readTransfer: (id) =>
      answered(async () => {
        try {
          return transferOf(await stripe.transfers.retrieve(id))
        } catch (error) {
          const isInvalid = error instanceof Stripe.errors.StripeInvalidRequestError
          if (isInvalid && error.code === 'resource_missing') return 'gone'
          throw error
        }
      }),
  }
}

async function makeTransfer(
  stripe: Stripe,
  { payoutId, attempt, to, cents }: NewTransfer,
): Promise<TransferAnswer> {
  const wanted = {
    ...{ amount: cents, currency: 'usd', destination: to, transfer_group: payoutId },
    description: `${product.name} payout`,
    metadata: { payout: payoutId },
  }
  try {
    const idempotencyKey = `${payoutId}-${attempt}`
    const transfer = transferOf(await stripe.transfers.create(wanted, { idempotencyKey }))
    return { kind: 'made', transfer }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    // With a key that another call has just now, the other's answer is not known yet.
    if (error.statusCode === 409) throw error
    if (error.code === 'balance_insufficient' || error.code === 'insufficient_funds')
      return { kind: 'not_covered' }
    return { kind: 'refused', reason: reasonOf(error) }
  }
}

/** What a payee reads. Stripe's own message names accounts and keys. */
function reasonOf({ code }: { code?: string | undefined }): string {
  const isAccount = code === 'account_invalid' || code === 'insufficient_capabilities_for_transfer'
  if (isAccount) return 'Stripe cannot pay your Stripe account: look at what it asks for'
  return `Stripe refused the transfer (${(code ?? 'no code').slice(0, 60)})`
}

function transferOf(transfer: Stripe.Transfer): Transfer {
  const { id, amount, amount_reversed, currency, destination } = transfer
  const { data: payoutId } = PayoutId.safeParse(transfer.metadata.payout)
  const to = typeof destination === 'string' ? destination : (destination?.id ?? '')
  return { id, payoutId, to, cents: amount, currency, reversedCents: amount_reversed }
}

/** Transfers are made from the part of the balance that card payments and top-ups are in, if the balance has parts. */
function availableIn({ available }: Stripe.Balance): number {
  const inUsd = available.find(({ currency }) => currency === 'usd')
  return inUsd?.source_types?.card ?? inUsd?.amount ?? 0
}

function aboutOf({ type, account, data: { object } }: Stripe.Event): ConnectEvent['about'] {
  // Of an account of a payee, its name stands beside the event: the event may be about a part of it.
  if (account !== undefined && /^(?:account|capability|payout)\./.test(type))
    return { kind: 'account', account }
  if (type.startsWith('transfer.') && 'id' in object && typeof object.id === 'string')
    return { kind: 'transfer', id: object.id }
  return { kind: 'other' }
}
