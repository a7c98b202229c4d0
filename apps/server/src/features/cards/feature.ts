import type { Feature } from '../../platform/feature.ts'
import { cardRecords } from './asset-records.ts'
import { deleteTopUp } from './auto-settings/top-ups-store.ts'
import type { CardsCtx } from './ctx.ts'
import { countOpen } from './payments/payments-store.ts'
import { cardsPersonalData } from './personal-data-store.ts'
import { stripeProcessor } from './processor/stripe-processor.ts'
import { reconcilePayments, tidyCardEvents } from './reconcile.ts'
import { cardsRoutes } from './routes.ts'
import { markClosed } from './saved/customers-store.ts'
import { startTopUps } from './top-ups/start-top-ups.ts'
import { webhookPage } from './webhook-page.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** A payment by card; the subject is its id. */
    card_payment: 'transient'
  }
}

const reconcileEveryMs = 30_000

/** Payments by card, saved cards, and automatic top-ups. */
export const cardsFeature: Feature<CardsCtx, Pick<CardsCtx, 'cardPayments'>> = {
  name: 'cards',
  services: ({ config: { cards }, clock }) => ({
    adapters: {
      cardPayments:
        cards === undefined
          ? null
          : {
              processor: stripeProcessor(cards, clock),
              microUsdMin: cards.paymentMicroUsdMin,
              microUsdMax: cards.paymentMicroUsdMax,
            },
    },
  }),
  routes: (routes) => cardsRoutes(routes),
  pages: webhookPage,
  start: startTopUps,
  loops: [{ name: 'card payments', everyMs: reconcileEveryMs, run: reconcilePayments }],
  scheduled: [
    { name: 'tidy-card-events', schedule: { every: 'hour', minute: 47 }, run: tidyCardEvents },
  ],
  inUse: async (db, accountId) => {
    const { payments, refunds } = await countOpen(db, [accountId])
    return [
      { count: payments, noun: 'open card payment' },
      { count: refunds, noun: 'open card refund' },
    ]
  },
  assetRecords: [cardRecords],
  personalData: cardsPersonalData,
  topics: {
    card_payment: {
      scope: 'billing:read',
      show: async () => ({ event: 'card_payments', data: {} }),
    },
  },
  hooks: {
    'account.closed': async (ctx, tx, { accountId }) => {
      await markClosed(tx, accountId, ctx.clock.now())
      await deleteTopUp(tx, accountId)
    },
  },
}
