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
  ['mission.', 'Missions'],
] as const

/** The kinds of events by area; every kind of the contract is in one. */
const eventGroups = areas.map(([start, title]) => ({
  title,
  kinds: WebhookEventKind.options.filter((kind) => kind.startsWith(start)),
}))

/** A postback URL receives events of the affiliate programme alone, and may have macros. */
export type WebhookLook = 'webhook' | 'postback'

/** The groups that are offered. */
export function eventGroupsOf(look: WebhookLook) {
  return look === 'webhook' ? eventGroups : eventGroups.filter(({ title }) => title === 'Affiliate')
}

/** The kinds that a new webhook starts with. */
export function usualEventsOf(look: WebhookLook): WebhookEventKind[] {
  return look === 'webhook' ? [...usualEvents] : eventGroupsOf(look).flatMap(({ kinds }) => kinds)
}

const usualEvents: readonly WebhookEventKind[] = [
  'instance.ready',
  'instance.stopped',
  'instance.failed',
  'instance.lost',
  'render.completed',
  'balance.low',
]
