import type { AccountId, ApiKeyId, InstanceId } from '@gridloom/contract/core/ids'
import type { InstanceEventCause, InstanceEventKind } from '@gridloom/contract/instances/events'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { InstanceRow, InstanceTables } from '../schema.ts'
import type { NewInstanceEvent } from './events-between.ts'

const tablesOf = (db: Db) => db.withTables<InstanceTables>()

/** When events are recorded, and for whom. */
interface Recorded {
  at: Date
  userId: AccountId | null
  apiKeyId: ApiKeyId | null
}

/**
 * Adds events of an instance whose row is locked, numbered on from its last one. Returns the number of the last.
 */
export async function insertInstanceEvents(
  { db }: Tx,
  { id, account_id }: Pick<InstanceRow, 'id' | 'account_id'>,
  events: readonly NewInstanceEvent[],
  { at, userId, apiKeyId }: Recorded,
): Promise<number> {
  const last = await tablesOf(db)
    .selectFrom('instance_events')
    .select('number')
    .where('instance_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const first = (last?.number ?? 0) + 1
  await tablesOf(db)
    .insertInto('instance_events')
    .values(
      events.map(({ kind, cause, exitCode }, place) => ({
        instance_id: id,
        account_id,
        number: first + place,
        at,
        kind,
        cause,
        exit_code: exitCode,
        user_id: userId,
        api_key_id: apiKeyId,
      })),
    )
    .execute()
  return first + events.length - 1
}

/**
 * Folds the events of an instance up to a number, except its first, into one that counts them. The row of the newest of
 * them becomes it, so that it keeps its place among the events of the account.
 */
export async function foldEvents({ db }: Tx, id: InstanceId, upTo: number): Promise<void> {
  await sql`
    with old as (
      select id, folded from instance_events
      where instance_id = ${id} and number > 1 and number <= ${upTo}),
    newest as (select max(id) as id, sum(coalesce(folded, 1)) as folded from old),
    gone as (delete from instance_events
      where id in (select id from old) and id <> (select id from newest))
    update instance_events set kind = 'folded', folded = newest.folded, cause = null,
      exit_code = null, user_id = null, api_key_id = null
    from newest where instance_events.id = newest.id`.execute(db)
}

/** An event with the names that it is shown with. */
export interface NamedEvent {
  id: string
  instance_id: InstanceId
  label: string
  at: Date
  kind: InstanceEventKind
  cause: InstanceEventCause | null
  exit_code: number | null
  folded: number | null
  user: string | null
  api_key: string | null
}

interface EventPage {
  of: { instanceId: InstanceId } | { accountId: AccountId }
  /** Events before this one; `null`: from the newest on. */
  cursor: string | null
  limit: number
}

/** Returns a page of events of an instance or of all instances of an account, newest first. */
export async function selectEvents(
  db: Db,
  { of, cursor, limit }: EventPage,
): Promise<NamedEvent[]> {
  const { rows } = await sql<NamedEvent>`
    select event.id::text as id, event.instance_id, instance.label, event.at, event.kind, event.cause,
      event.exit_code, event.folded, account.username as "user",
      key.name as api_key
    from (select * from instance_events where ${scopeOf(of)}
      and ${cursor === null ? sql`true` : sql`id < ${cursor}::bigint`}
      order by id desc limit ${limit}) event
    join instances instance on instance.id = event.instance_id
    left join accounts account on account.id = event.user_id
    left join api_keys key on key.id = event.api_key_id
    order by event.id desc`.execute(db)
  return rows
}

function scopeOf(of: EventPage['of']): RawBuilder<boolean> {
  return 'instanceId' in of
    ? sql<boolean>`instance_id = ${of.instanceId}`
    : sql<boolean>`account_id = ${of.accountId}`
}

/** One event of an instance, for features that decide by its history. */
export type PastEvent = Pick<NamedEvent, 'at' | 'kind' | 'cause'>

/** Returns all events of an instance, oldest first: some hundreds at most, as older ones are folded. */
export async function readHistory(db: Db, instanceId: InstanceId): Promise<PastEvent[]> {
  return tablesOf(db)
    .selectFrom('instance_events')
    .select(['at', 'kind', 'cause'])
    .where('instance_id', '=', instanceId)
    .orderBy('id')
    .execute()
}
