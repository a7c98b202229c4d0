import { WebhookAutoOrderPaused, WebhookAutoOrderPlaced } from '@gridloom/contract/webhooks/events'
import { eventKind } from '../../platform/business-events/business-event.ts'

/** An automatic order rented an instance. The subject of both is the automatic order. */
export const autoOrderPlaced = eventKind(
  'auto_order.placed',
  WebhookAutoOrderPlaced.omit({ auto_order_id: true }),
)
/** An automatic order was paused for a reason that needs its user. */
export const autoOrderPaused = eventKind(
  'auto_order.paused',
  WebhookAutoOrderPaused.omit({ auto_order_id: true }),
)
