import type { SavedCard } from '@gridloom/contract/cards/card'
import type { CardPayment } from '@gridloom/contract/cards/payment'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { formatTime, shortId } from './format.ts'
import type { ListColumn } from './print-list.ts'

/** `visa 4242`. */
export function cardName({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): string {
  return `${brand} ${last4}`
}

export const cardColumns: readonly ListColumn<SavedCard>[] = [
  { title: 'CARD', cell: (card) => ({ text: cardName(card), tone: 'strong' }) },
  {
    title: 'EXPIRES',
    cell: ({ exp_month: month, exp_year: year }) => `${String(month).padStart(2, '0')}/${year}`,
  },
  { title: 'DEFAULT', cell: ({ is_default }) => (is_default ? 'yes' : 'no') },
  { title: 'ID', dropRank: 1, cell: ({ id }) => id },
]

export const paymentColumns: readonly ListColumn<CardPayment>[] = [
  { title: 'PAYMENT', cell: ({ id }) => ({ text: shortId(id), tone: 'strong' }) },
  { title: 'CREATED', cell: ({ created_at }) => formatTime(created_at) },
  { title: 'KIND', dropRank: 2, cell: ({ kind }) => kind },
  {
    title: 'STATE',
    cell: ({ state, problem }) => (problem === null ? state : `${state} (${problem})`),
  },
  {
    title: 'AMOUNT',
    align: 'right',
    cell: ({ micro_usd, credited_micro_usd: credited }) =>
      formatUsdExact(credited > 0 ? credited : micro_usd),
  },
  { title: 'REFUNDED', align: 'right', cell: (payment) => formatUsdExact(refundedOf(payment)) },
  { title: 'DISPUTE', dropRank: 1, cell: ({ disputes }) => disputes.at(-1)?.state ?? '—' },
]

/** What was refunded, or is on its way. */
export function refundedOf({ refunds }: Pick<CardPayment, 'refunds'>): number {
  return refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, { micro_usd }) => sum + micro_usd, 0)
}
