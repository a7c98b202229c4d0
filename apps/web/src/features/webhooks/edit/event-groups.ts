import { WebhookEventKind } from '@gridloom/contract/webhooks/events'

const areas = [
  ['instance.', 'Instances'],
  ['snapshot.', 'Snapshots'],
  ['volume.', 'Volumes'],
  ['reservation.', 'Reservations'],
  ['auto_order.', 'Automatic orders'],
  ['backup.', 'Backups'],
  ['render.', 'Rendering'],
  ['search.', 'Saved searches'],
  ['balance.', 'Billing'],
  ['affiliate.', 'Affiliate'],
] as const

/** The kinds of events by area; every kind of the contract is in one. */
export const eventGroups = areas.map(([start, title]) => ({
  title,
  kinds: WebhookEventKind.options.filter((kind) => kind.startsWith(start)),
}))

/** The kinds that a new webhook starts with. */
export const usualEvents: readonly WebhookEventKind[] = [
  'instance.ready',
  'instance.stopped',
  'instance.failed',
  'instance.lost',
  'render.completed',
  'balance.low',
]
