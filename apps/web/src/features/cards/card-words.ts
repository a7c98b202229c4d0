import type { AutoTopUp, AutoTopUpStop } from '@gridloom/contract/cards/auto-top-up'
import type { SavedCard } from '@gridloom/contract/cards/card'
import type {
  CardDisputeState,
  CardPayment,
  CardPaymentProblem,
  CardRefundState,
} from '@gridloom/contract/cards/payment'
import type { Tone } from '../../ui/components/status-badge.tsx'

interface Badge {
  tone: Tone
  word: string
}

const states: Readonly<Record<CardPayment['state'], Badge>> = {
  open: { tone: 'busy', word: 'Not paid yet' },
  paid: { tone: 'good', word: 'Paid' },
  failed: { tone: 'bad', word: 'Failed' },
  expired: { tone: 'idle', word: 'Expired' },
  held: { tone: 'warn', word: 'Under review' },
}

/** The state of a payment, as a badge. */
export function paymentStatus({ state, disputes }: Pick<CardPayment, 'state' | 'disputes'>): Badge {
  const isDisputed = disputes.some((one) => one.state === 'open' || one.state === 'lost')
  return isDisputed ? { tone: 'bad', word: 'Disputed' } : states[state]
}

export const problemWords: Readonly<Record<CardPaymentProblem, string>> = {
  declined: 'The bank declined the card.',
  authentication_required: 'The bank asks for your approval.',
  no_card: 'The card is no longer saved.',
  wrong_currency: 'Not paid in US dollars, so not credited.',
}

export const refundWords: Readonly<Record<CardRefundState, string>> = {
  reserved: 'being sent',
  sent: 'on its way',
  succeeded: 'refunded',
  failed: 'failed, back in the balance',
}

export const disputeWords: Readonly<Record<CardDisputeState, string>> = {
  inquiry: 'The bank asks about this payment. No money has moved.',
  open: 'The bank took the amount back, so it left the balance.',
  won: 'The bank returned the amount, and it is credited again.',
  lost: 'The bank kept the amount.',
  closed: 'The bank’s question is settled.',
}

/** `fraudulent`, `product_not_received` in plain letters. */
export function reasonWords(reason: string): string {
  return reason.replaceAll('_', ' ')
}

export const stopWords: Readonly<Record<AutoTopUpStop, string>> = {
  declined: 'The card was declined three times. Add credit, or save these settings again.',
  authentication_required:
    'Your bank asks you to approve a charge. Add credit yourself; top-ups go on after that.',
  no_card: 'The card is no longer saved. Save a card, then save these settings again.',
  disputed: 'A payment is disputed. You can turn top-ups on again once that is settled.',
}

/** The state of automatic top-ups, as a badge. */
export function topUpStatus({ enabled, stopped, retry_at }: AutoTopUp): Badge {
  if (!enabled) return { tone: 'idle', word: 'Off' }
  if (stopped !== null) return { tone: 'bad', word: 'Stopped' }
  return retry_at === null ? { tone: 'good', word: 'On' } : { tone: 'warn', word: 'Paused' }
}

/** `Visa •••• 4242`. */
export function cardName({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): string {
  return `${brands[brand] ?? capital(brand)} •••• ${last4}`
}

/** The processor's words of brands that are not names in small letters. */
const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  eftpos_au: 'Eftpos',
  cartes_bancaires: 'Cartes Bancaires',
  unknown: 'Card',
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ')
}

/** `03/2028`. */
export function expiryText({ exp_month, exp_year }: SavedCard): string {
  return `${String(exp_month).padStart(2, '0')}/${exp_year}`
}

/** Whether a card no longer works: it does through the whole month of its date. */
export function isExpired({ exp_month, exp_year }: SavedCard, nowMs: number): boolean {
  const now = new Date(nowMs)
  return exp_year * 12 + exp_month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
}
