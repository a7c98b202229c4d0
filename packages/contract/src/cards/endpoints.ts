import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { CardPaymentId } from '../core/ids.ts'
import { Page, PageSize } from '../core/values.ts'
import { AutoTopUp, AutoTopUpSettings } from './auto-top-up.ts'
import { CardId, Cards } from './card.ts'
import { CardPayment, NewCardPayment, NewCardRefund, OperatorCardPayment } from './payment.ts'

const one = z.strictObject({ id: CardPaymentId })
const asked = ['forbidden', 'cards_unavailable', 'card_processor_failed'] as const

export const cards = {
  list: endpoint({
    method: 'GET',
    path: '/api/cards',
    auth: 'session',
    title: 'List cards',
    summary: 'List the saved cards of an account, with the amounts that a payment may have',
    response: Cards,
    errors: ['card_processor_failed'],
    perMinute: 60,
  }),
  setup: endpoint({
    method: 'POST',
    path: '/api/cards/setup',
    auth: 'session',
    reauth: 'recent',
    title: 'Save card',
    summary: "Save a card without a payment, on the card processor's page",
    response: z.strictObject({
      url: z
        .string()
        .max(4_000)
        .meta({ examples: ['https://checkout.stripe.com/c/pay/cs_live_example'] }),
    }),
    errors: asked,
    perMinute: 10,
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/api/cards/default',
    auth: 'session',
    reauth: 'recent',
    title: 'Choose default card',
    summary: 'Choose the card that automatic top-ups charge',
    body: z.strictObject({ card_id: CardId }),
    response: Cards,
    errors: [...asked, 'not_found'],
    perMinute: 30,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/cards/{id}',
    auth: 'session',
    title: 'Remove card',
    summary: 'Remove a saved card. Automatic top-ups use the next one, or stop',
    params: z.strictObject({ id: CardId }),
    response: Cards,
    errors: [...asked, 'not_found'],
    perMinute: 30,
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/card-payments',
    auth: 'session',
    title: 'Pay by card',
    summary:
      "Create a payment. It is made on the card processor's page within an hour, and credited once the processor confirms it",
    status: 201,
    body: NewCardPayment,
    response: CardPayment,
    errors: [...asked, 'limit_reached'],
    perMinute: 10,
  }),
  payments: endpoint({
    method: 'GET',
    path: '/api/card-payments',
    auth: 'session',
    scope: 'billing:read',
    title: 'List card payments',
    summary: 'List payments by card, newest first, with their refunds and disputes',
    query: z.strictObject({ page: Page, page_size: PageSize }),
    response: z.strictObject({ payments: z.array(CardPayment), total: z.int() }),
  }),
  payment: endpoint({
    method: 'GET',
    path: '/api/card-payments/{id}',
    auth: 'session',
    scope: 'billing:read',
    title: 'Retrieve card payment',
    summary: 'Retrieve a payment by card',
    params: one,
    response: CardPayment,
    errors: ['not_found'],
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/card-payments/{id}/refund',
    auth: 'session',
    reauth: 'recent',
    title: 'Refund card payment',
    summary: 'Return credit that was not spent to the card that it came from',
    params: one,
    body: NewCardRefund,
    response: CardPayment,
    errors: ['forbidden', 'cards_unavailable', 'not_found', 'not_refundable', 'insufficient_funds'],
    perMinute: 10,
  }),
  autoTopUp: endpoint({
    method: 'GET',
    path: '/api/auto-top-up',
    auth: 'session',
    scope: 'billing:read',
    title: 'Retrieve automatic top-up',
    summary: 'Retrieve the settings of automatic top-ups, and what they charged this month',
    response: AutoTopUp,
  }),
  changeAutoTopUp: endpoint({
    method: 'PUT',
    path: '/api/auto-top-up',
    auth: 'session',
    reauth: 'recent',
    title: 'Change automatic top-up',
    summary:
      'Charge the default card whenever the balance falls below an amount, up to a limit for each calendar month. Saving the settings clears earlier declines',
    body: AutoTopUpSettings,
    response: AutoTopUp,
    errors: [...asked, 'no_saved_card'],
    perMinute: 30,
  }),
  operatorPayments: endpoint({
    method: 'GET',
    path: '/api/operator/card-payments',
    auth: 'operator',
    title: 'List all card payments',
    summary: 'List the card payments of all accounts, newest first, or those that need attention',
    query: z.strictObject({
      page: Page,
      page_size: PageSize,
      /** `attention`: disputed, or paid and not credited. */
      show: z.enum(['all', 'attention']).default('all'),
    }),
    response: z.strictObject({ payments: z.array(OperatorCardPayment), total: z.int() }),
  }),
  operatorRefund: endpoint({
    method: 'POST',
    path: '/api/operator/card-payments/{id}/refund',
    auth: 'operator',
    reauth: 'recent',
    title: "Refund account's payment",
    summary: "Return an account's credit that was not spent to the card that it came from",
    params: one,
    body: NewCardRefund,
    response: OperatorCardPayment,
    errors: ['cards_unavailable', 'not_found', 'not_refundable', 'insufficient_funds'],
    perMinute: 30,
  }),
} as const
