import type { InstanceId } from '@gridloom/contract/core/ids'
import type {
  InstanceEvent,
  InstanceEventQuery,
  InstanceEvents,
} from '@gridloom/contract/instances/events'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import { ownedInstance } from '../owned-instance.ts'
import { eventText } from './event-text.ts'
import { type NamedEvent, selectEvents } from './events-store.ts'

/** Returns a page of events of one instance, newest first. @throws Refused `not_found` */
export async function listInstanceEvents(
  ctx: Ctx,
  id: InstanceId,
  query: InstanceEventQuery,
): Promise<InstanceEvents> {
  const { id: instanceId } = await ownedInstance(ctx, id)
  return pageOf(ctx, { instanceId }, query)
}

/** Returns a page of events of all instances of the active account, newest first. */
export async function listAllEvents(ctx: Ctx, query: InstanceEventQuery): Promise<InstanceEvents> {
  return pageOf(ctx, { accountId: accountOf(ctx).accountId }, query)
}

/** Reads one event more than the page has, to know whether another page follows. */
async function pageOf(
  ctx: Ctx,
  of: Parameters<typeof selectEvents>[1]['of'],
  { cursor, limit }: InstanceEventQuery,
): Promise<InstanceEvents> {
  const rows = await selectEvents(ctx.db, { of, cursor: cursor ?? null, limit: limit + 1 })
  const events = rows.slice(0, limit).map(eventView)
  return { events, next_cursor: rows.length > limit ? (events.at(-1)?.id ?? null) : null }
}

function eventView({ user, api_key, at, ...event }: NamedEvent): InstanceEvent {
  return { ...event, at: at.toISOString(), by: actorOf(user, api_key), text: eventText(event) }
}

function actorOf(user: string | null, apiKey: string | null): InstanceEvent['by'] {
  if (apiKey !== null) return { kind: 'api_key', name: apiKey }
  return user === null ? null : { kind: 'user', name: user }
}
