import type { AutoOrderOutcome, AutoOrderPause } from '@gridloom/contract/auto-orders/auto-order'
import type { Refused } from '@gridloom/contract/errors'

/** What follows from a refused order: try the next offer, wait, or pause until the user acts. */
export type Consequence =
  | { readonly kind: 'next' }
  | { readonly kind: 'wait'; readonly outcome: AutoOrderOutcome }
  | { readonly kind: 'pause'; readonly pause: AutoOrderPause }

/** What follows from an error of the order itself, before an offer was tried. */
export function consequenceOfOrder({ code }: Refused): Consequence {
  if (code === 'template_changed') return { kind: 'pause', pause: 'template_changed' }
  if (code === 'not_found') return { kind: 'pause', pause: 'template_deleted' }
  return { kind: 'pause', pause: 'order_refused' }
}

/** What follows from an error of the order on one offer. */
export function consequenceOnOffer({ code }: Refused): Consequence {
  switch (code) {
    case 'offer_taken':
    case 'machine_offline':
    case 'price_changed':
    case 'options_unsupported':
    case 'recipes_unsupported':
    case 'volumes_unsupported':
    case 'volume_elsewhere':
    case 'volume_in_use':
    case 'volume_restoring':
    // The disk of the machine is full, or the machine was removed.
    case 'invalid_input':
    case 'not_found':
      return { kind: 'next' }
    case 'insufficient_funds':
      return { kind: 'wait', outcome: 'balance_too_low' }
    case 'limit_reached':
    case 'daily_limit_reached':
      return { kind: 'wait', outcome: 'limit_reached' }
    case 'label_taken':
    case 'account_budget_exceeded':
    case 'project_budget_exceeded':
    case 'key_budget_exceeded':
      return { kind: 'pause', pause: code }
    case 'instance_budget_exceeded':
      return { kind: 'pause', pause: 'budget_used' }
    default:
      return { kind: 'pause', pause: 'order_refused' }
  }
}
