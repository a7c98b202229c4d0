import type { OutsideRecords } from '../../platform/outside-assets.ts'
import { stripeSource } from '../../platform/stripe/stripe-client.ts'
import type { CardsCtx } from './ctx.ts'
import { sumKept } from './payments/payments-store.ts'

/** For the ledger check: what was paid, less refunds that did not fail and disputes whose amount the bank has. */
export const cardRecords: OutsideRecords<CardsCtx> = {
  prefix: stripeSource,
  places: ({ cardPayments }) =>
    cardPayments === null ? [] : [{ source: cardPayments.processor.source, name: 'Stripe' }],
  async sumBySource(db) {
    const sum = await sumKept(db)
    return new Map(sum === 0 ? [] : [[stripeSource, sum]])
  },
}
