import { AutoTopUp } from '@gridloom/contract/cards/auto-top-up'
import { Cards, SavedCard } from '@gridloom/contract/cards/card'
import { CardPayment } from '@gridloom/contract/cards/payment'
import { sampleId, secondsBefore } from './samples.ts'

const usd = 1_000_000

/** A saved Visa card, the default. */
export function aCard(parts: object = {}): SavedCard {
  return SavedCard.parse({
    ...{ id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 3, exp_year: 2040 },
    is_default: true,
    ...parts,
  })
}

/** One saved card, and payments of $5 to $2,000. */
export function someCards(parts: object = {}): Cards {
  return Cards.parse({
    limits: { payment_micro_usd_min: 5 * usd, payment_micro_usd_max: 2_000 * usd },
    may_change: true,
    cards: [aCard()],
    ...parts,
  })
}

/** A payment of $25 that was credited. */
export function aCardPayment(parts: object = {}): CardPayment {
  return CardPayment.parse({
    ...{ id: sampleId('pay', 1), kind: 'checkout', state: 'paid', problem: null },
    ...{ micro_usd: 25 * usd, credited_micro_usd: 25 * usd, refundable_micro_usd: 25 * usd },
    ...{ pay_url: null, created_at: secondsBefore(60), credited_at: secondsBefore(30) },
    ...{ refunds: [], disputes: [] },
    ...parts,
  })
}

/** Top-ups of $25 below $10, up to $100 a month, that are off. */
export function anAutoTopUp(parts: object = {}): AutoTopUp {
  return AutoTopUp.parse({
    ...{ enabled: false, below_micro_usd: 10 * usd, add_micro_usd: 25 * usd },
    ...{ month_micro_usd_max: 100 * usd, month_used_micro_usd: 0, declines: 0 },
    ...{ retry_at: null, stopped: null },
    ...parts,
  })
}
