import { AutoOrder } from '@gridloom/contract/auto-orders/auto-order'
import { anOffer, aTemplate } from './renter-samples.ts'
import { sampleId, secondsBefore } from './samples.ts'

const dayS = 24 * 60 * 60

/** One that has rented one of three instances, and waits for a lower price. */
export function anAutoOrder(changes: object = {}): AutoOrder {
  const { machine_id, machine_name } = anOffer()
  const text = 'The cheapest match costs $0.62/h, above your $0.50/h.'
  return AutoOrder.parse({
    id: sampleId('aor', 1),
    name: 'Cheap 4090',
    query: 'gpu:4090 region:EU',
    filters: { gpu_model: 'RTX 4090' },
    order: { disk_gb: 20, template_id: aTemplate().id, label: 'trial' },
    template_id: aTemplate().id,
    max_price_micro_usd_per_hour: 500_000,
    instances_max: 3,
    running_max: 1,
    budget_micro_usd: 20_000_000,
    ends_at: new Date(Date.now() + 4.5 * dayS * 1_000).toISOString(),
    state: 'waiting',
    pause: null,
    text,
    placed: 1,
    running: 0,
    cost_micro_usd: 1_240_000,
    last_check: {
      ...{ at: secondsBefore(40), outcome: 'above_price', text, matches: 2 },
      cheapest_micro_usd_per_hour: 620_000,
    },
    instances: [
      {
        ...{ instance_id: sampleId('ins', 1), label: 'trial-1', state: 'failed' },
        ...{ machine_id, machine_name, placed_at: secondsBefore(2 * dayS) },
        ...{ running_micro_usd_per_hour: 480_000, cost_micro_usd: 1_240_000 },
        failure: 'image_not_found',
      },
    ],
    created_at: secondsBefore(3 * dayS),
    ...changes,
  })
}
