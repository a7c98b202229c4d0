import type {
  AutoOrderOutcome,
  AutoOrderPause,
  AutoOrderState,
} from '@gridloom/contract/auto-orders/auto-order'
import type { MicroUsdPerHour } from '@gridloom/contract/core/values'
import { formatUsdExact } from '../money-format.ts'

interface CheckFacts {
  readonly outcome: AutoOrderOutcome
  readonly cheapestMicroUsdPerHour: MicroUsdPerHour | null
  readonly maxMicroUsdPerHour: MicroUsdPerHour
  /** What refused the order, as a sentence; empty: nothing. */
  readonly refusal: string
}

/** What the last check found, in one sentence. */
export function autoOrderCheckText(facts: CheckFacts): string {
  const { outcome, cheapestMicroUsdPerHour: cheapest, maxMicroUsdPerHour: most } = facts
  switch (outcome) {
    case 'rented':
      return 'An instance was rented.'
    case 'no_match':
      return 'No free offer matches.'
    case 'above_price':
      return cheapest === null
        ? `Every match costs more than your ${formatUsdExact(most)}/h.`
        : `The cheapest match costs ${formatUsdExact(cheapest)}/h, above your ${formatUsdExact(most)}/h.`
    case 'enough_running':
      return 'As many of its instances run as may run at the same time.'
    case 'balance_too_low':
      return `Your balance is too low. ${facts.refusal}`.trim()
    case 'limit_reached':
    case 'refused':
      return facts.refusal
    case 'offers_taken':
      return facts.refusal === ''
        ? 'The offers were taken by others.'
        : `No machine took the order. ${facts.refusal}`
  }
}

const pauseTexts: Readonly<Record<AutoOrderPause, string>> = {
  user: 'Paused. Nothing is rented until it is resumed.',
  not_permitted:
    'Paused: the user or API key that created it may not rent for this account any more.',
  template_changed: 'Paused: its template was changed. Check the template, and create it again.',
  template_deleted: 'Paused: its template was deleted, or is not shared with you any more.',
  budget_used: 'Paused: the rest of its budget is too small for another instance.',
  account_budget_exceeded: 'Paused: the budget of the account is used up.',
  project_budget_exceeded: 'Paused: the budget of its project is used up.',
  key_budget_exceeded: 'Paused: the budget of its API key is used up.',
  label_taken: 'Paused: you have another instance with its label.',
  instances_failed: 'Paused: two of its instances in a row failed for the same reason.',
  order_refused: 'Paused: the order was refused.',
}

/** What an automatic order does now, in one or two sentences. */
export function autoOrderText(order: {
  readonly state: AutoOrderState
  readonly pause: AutoOrderPause | null
  readonly refusal: string
  /** The text of the last check; `null`: none yet. */
  readonly check: string | null
}): string {
  switch (order.state) {
    case 'waiting':
      return order.check ?? 'Waiting for the first check.'
    case 'paused': {
      const text = pauseTexts[order.pause ?? 'user']
      return order.pause === 'order_refused' ? `${text} ${order.refusal}`.trim() : text
    }
    case 'completed':
      return 'All its instances were rented.'
    case 'expired':
      return 'Its end date has passed.'
  }
}
