import type { api } from '@gridloom/contract/api'
import type { BodyInput } from '@gridloom/contract/core/endpoint'
import type { OfferId } from '@gridloom/contract/core/ids'

export type OrderBody = BodyInput<typeof api.instances.order>
/** Changes to the default order. */
export type OrderChanges = Partial<OrderBody>

/** An order of one slot for the base image, ready as soon as it has started. */
export function anOrder(offerId: OfferId | string, changes: OrderChanges = {}): OrderBody {
  return {
    offer_id: offerId,
    disk_gb: 1,
    ...(changes.template_id === undefined
      ? { template: { image_path_with_tag: 'gridloom/base:latest' } }
      : {}),
    ...changes,
  }
}
