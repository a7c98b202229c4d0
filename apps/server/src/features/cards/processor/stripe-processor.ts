import type { Clock } from '@gridloom/async/clock'
import { CardId } from '@gridloom/contract/cards/card'
import type { CardDisputeState } from '@gridloom/contract/cards/payment'
import { CardPaymentId, CardRefundId } from '@gridloom/contract/core/ids'
import { product } from '@gridloom/contract/core/product'
import Stripe from 'stripe'
import {
  readStripeEvent,
  type StripeAccess,
  stripeClient,
  stripeSource,
} from '../../../platform/stripe/stripe-client.ts'
import {
  type CardProcessor,
  type Dispute,
  ForgedEvent,
  type Intent,
  type ProcessorEvent,
  ProcessorFailed,
  type SentRefund,
} from './card-processor.ts'

interface StripeOptions extends StripeAccess {
  webhookSecret: string
}

const listMax = 20

/** Stripe, by its library. Sources: docs.stripe.com/api, docs.stripe.com/webhooks. */
export function stripeProcessor(options: StripeOptions, clock: Pick<Clock, 'now'>): CardProcessor {
  const stripe = stripeClient(options, 1)
  return {
    source: stripeSource,
    ...customersOf(stripe),
    ...pagesOf(stripe),
    ...intentsOf(stripe),
    ...refundsOf(stripe),
    readDispute: (id) => answered(async () => disputeOf(await stripe.disputes.retrieve(id))),
    readEvent: (body, signature) =>
      readEvent(stripe, { body, signature, options, now: clock.now() }),
  }
}

function customersOf(
  stripe: Stripe,
): Pick<CardProcessor, 'createCustomer' | 'deleteCustomer' | 'listCards' | 'removeCard'> {
  return {
    createCustomer: ({ accountId }) =>
      answered(async () => {
        const named = { metadata: { account: accountId } }
        return (await stripe.customers.create(named, { idempotencyKey: `customer-${accountId}` }))
          .id
      }),
    deleteCustomer: (id) => answered(() => unlessGone(stripe.customers.del(id))),
    listCards: (customerId) =>
      answered(async () => {
        const { data } = await stripe.customers.listPaymentMethods(customerId, {
          type: 'card',
          limit: listMax,
        })
        return data.flatMap(({ id, card }) => (card === undefined ? [] : [cardOf(id, card)]))
      }),
    removeCard: (id) => answered(() => unlessGone(stripe.paymentMethods.detach(id))),
  }
}

function cardOf(id: string, card: Stripe.PaymentMethod.Card) {
  const { brand, last4, exp_month, exp_year } = card
  return { id: CardId.parse(id), brand, last4, exp_month, exp_year }
}

async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    // @NOTE what is to be gone is gone
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}

function pagesOf(
  stripe: Stripe,
): Pick<CardProcessor, 'createPage' | 'createCardPage' | 'readPage'> {
  const { sessions } = stripe.checkout
  return {
    createPage: (page) =>
      answered(async () => {
        const { paymentId, saveCard } = page
        const session = await sessions.create(
          {
            mode: 'payment',
            customer: page.customerId,
            client_reference_id: paymentId,
            allowed_payment_method_types: ['card'],
            line_items: [{ quantity: 1, price_data: creditOf(page.cents) }],
            payment_intent_data: {
              metadata: { payment: paymentId },
              ...(saveCard ? { setup_future_usage: 'off_session' } : {}),
            },
            success_url: page.successUrl,
            cancel_url: page.cancelUrl,
            expires_at: Math.floor(page.expiresAt.getTime() / 1_000),
          },
          { idempotencyKey: `page-${paymentId}` },
        )
        return pageOf(session)
      }),
    createCardPage: ({ customerId, key, successUrl, cancelUrl }) =>
      answered(async () =>
        pageOf(
          await sessions.create(
            {
              mode: 'setup',
              customer: customerId,
              allowed_payment_method_types: ['card'],
              currency: 'usd',
              success_url: successUrl,
              cancel_url: cancelUrl,
            },
            { idempotencyKey: `setup-${key}` },
          ),
        ),
      ),
    readPage: (id) =>
      answered(async () => {
        const { status, payment_intent: intent } = await sessions.retrieve(id)
        return { state: pageState(status), intentId: idOf(intent) }
      }),
  }
}

function pageState(status: string | null): 'open' | 'complete' | 'expired' {
  return status === 'complete' || status === 'expired' ? status : 'open'
}

function creditOf(cents: number) {
  return {
    currency: 'usd',
    unit_amount: cents,
    product_data: { name: `${product.name} credit` },
  }
}

function pageOf({ id, url }: Stripe.Checkout.Session) {
  if (url === null) throw new ProcessorFailed(`${id} has no address`)
  return { id, url }
}

function intentsOf(
  stripe: Stripe,
): Pick<CardProcessor, 'readIntent' | 'charge' | 'findCharge' | 'cancelIntent'> {
  return {
    readIntent: (id) =>
      answered(async () => intentOf(await stripe.paymentIntents.retrieve(id, withCharge))),
    charge: ({ customerId, cardId, paymentId, cents }) =>
      answered(async () => {
        const wanted = {
          ...{ amount: cents, currency: 'usd', customer: customerId, payment_method: cardId },
          ...{ allowed_payment_method_types: ['card'], off_session: true, confirm: true },
          metadata: { payment: paymentId },
          ...withCharge,
        }
        try {
          const options = { idempotencyKey: `charge-${paymentId}` }
          return intentOf(await stripe.paymentIntents.create(wanted, options))
        } catch (error) {
          if (error instanceof Stripe.errors.StripeInvalidRequestError) return 'refused' as const
          // A decline arrives as an error that carries the intent.
          if (!(error instanceof Stripe.errors.StripeCardError)) throw error
          if (error.payment_intent === undefined) throw error
          return { ...intentOf(error.payment_intent), failure: failureOf(error.code) }
        }
      }),
    findCharge: ({ customerId, paymentId }, since) =>
      answered(async () => {
        const found = stripe.paymentIntents.list({
          customer: customerId,
          created: { gte: Math.floor(since.getTime() / 1_000) - clockSkewS },
          limit: 100,
          expand: ['data.latest_charge'],
        })
        for await (const intent of found)
          if (intent.metadata.payment === paymentId) return intentOf(intent)
        return undefined
      }),
    cancelIntent: (id) => answered(() => unlessGone(stripe.paymentIntents.cancel(id))),
  }
}

/** The charge of an intent says which card paid. */
const withCharge = { expand: ['latest_charge'] }

/** Their clock and ours may differ by this. */
const clockSkewS = 600

function intentOf(intent: Stripe.PaymentIntent): Intent {
  const { id, status, amount_received: receivedCents, currency, last_payment_error: error } = intent
  const state =
    status === 'succeeded' ? 'succeeded' : status === 'canceled' ? 'cancelled' : 'pending'
  const { data: paymentId } = CardPaymentId.safeParse(intent.metadata.payment)
  const failure = error === null ? null : failureOf(error.code)
  const { latest_charge: charge } = intent
  const card = typeof charge === 'string' ? null : charge?.payment_method_details?.card
  const fingerprint = card?.fingerprint ?? null
  return { id, state, receivedCents, currency, failure, paymentId, fingerprint }
}

function failureOf(code: string | undefined): 'authentication_required' | 'declined' {
  return code === 'authentication_required' ? 'authentication_required' : 'declined'
}

function refundsOf(stripe: Stripe): Pick<CardProcessor, 'refund' | 'listRefunds'> {
  return {
    refund: ({ refundId, intentId, cents }) =>
      answered(async () => {
        try {
          const wanted = { payment_intent: intentId, amount: cents, metadata: { refund: refundId } }
          return refundOf(await stripe.refunds.create(wanted, { idempotencyKey: refundId }))
        } catch (error) {
          if (error instanceof Stripe.errors.StripeInvalidRequestError) return 'refused'
          throw error
        }
      }),
    listRefunds: (intentId) =>
      answered(async () => {
        const { data } = await stripe.refunds.list({ payment_intent: intentId, limit: 100 })
        return data.map(refundOf)
      }),
  }
}

function refundOf({ id, amount, status, metadata }: Stripe.Refund): SentRefund {
  const { data: refundId } = CardRefundId.safeParse(metadata?.refund)
  return { id, refundId, cents: amount, state: refundState(status) }
}

function refundState(status: string | null): SentRefund['state'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'sent'
}

function disputeOf(dispute: Stripe.Dispute): Dispute {
  const { id, amount: cents, status, reason, created } = dispute
  const intentId = idOf(dispute.payment_intent) ?? ''
  return { id, intentId, cents, state: disputeState(status), reason, openedAt: timeOf(created) }
}

/** Source: docs.stripe.com/api/disputes/object. */
const disputeStates: Readonly<Record<string, CardDisputeState>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  prevented: 'closed',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
}

function disputeState(status: string): CardDisputeState {
  const state = disputeStates[status]
  if (state === undefined) throw new ProcessorFailed(`a dispute with the unknown status ${status}`)
  return state
}

function timeOf(seconds: number): Date {
  return new Date(seconds * 1_000)
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

interface Arrived {
  body: Buffer
  signature: string | undefined
  options: StripeOptions
  now: Date
}

function readEvent(stripe: Stripe, { options, ...arrived }: Arrived): ProcessorEvent {
  const event = readStripeEvent(stripe, { ...arrived, secrets: [options.webhookSecret] })
  if (event instanceof Error) throw new ForgedEvent('not an event of Stripe', { cause: event })
  return { id: event.id, about: aboutOf(event) }
}

function aboutOf({ type, data }: Stripe.Event): ProcessorEvent['about'] {
  const { object } = data
  if (type.startsWith('payment_intent.') && 'id' in object)
    return { kind: 'intent', id: String(object.id) }
  if (type.startsWith('checkout.session.') && 'id' in object)
    return { kind: 'page', id: String(object.id) }
  if (type.startsWith('charge.dispute.') && 'id' in object)
    return { kind: 'dispute', id: String(object.id) }
  const isRefund = type.startsWith('refund.') || type.startsWith('charge.refund')
  if (isRefund && 'payment_intent' in object) {
    const id = idOf(object.payment_intent)
    if (id !== null) return { kind: 'intent', id }
  }
  return { kind: 'other' }
}

/** Failures of the network and of Stripe itself become {@link ProcessorFailed}. */
async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    if (cause instanceof ProcessorFailed) throw cause
    const text = cause instanceof Error ? cause.message : 'no answer'
    throw new ProcessorFailed(`Stripe: ${text}`, { cause })
  }
}
