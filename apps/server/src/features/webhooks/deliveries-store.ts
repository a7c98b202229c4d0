import type { AccountId, WebhookDeliveryId, WebhookId } from '@gridloom/contract/core/ids'
import type { WebhookDeliveryQuery } from '@gridloom/contract/webhooks/delivery'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { WebhookAttemptRow, WebhookDeliveryRow, WebhookTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<WebhookTables>()

/** Stores deliveries; an event that a webhook is sent already is left out. */
export async function insertDeliveries(
  { db }: Tx,
  rows: readonly Insertable<WebhookTables['webhook_deliveries']>[],
): Promise<void> {
  if (rows.length === 0) return
  await tablesOf(db)
    .insertInto('webhook_deliveries')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['webhook_id', 'event_key']).doNothing())
    .execute()
}

/** Counts the deliveries of a webhook that wait, up to a limit. */
export async function countWaiting({ db }: Tx, id: WebhookId, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from webhook_deliveries where webhook_id = ${id} and state = 'waiting' limit ${most}) few`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** A delivery that one sender has claimed, with the address and the secrets of its webhook. */
export interface ClaimedDelivery {
  id: WebhookDeliveryId
  webhook_id: WebhookId
  account_id: AccountId
  event_id: string
  kind: WebhookDeliveryRow['kind']
  body: string
  /** Attempts since it was created or replayed, with the present one. */
  step: number
  /** All attempts, with the present one. */
  attempts: number
  url: string
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
}

interface ClaimDeliveries {
  lease: string
  now: Date
  /** When other senders may claim the same deliveries. */
  until: Date
  most: number
  /** Webhooks and accounts with as many attempts in progress as they may have. */
  busyWebhooks: readonly WebhookId[]
  busyAccounts: readonly AccountId[]
}

/** Attempts for which a delivery keeps the later ones of its subject waiting. */
const inOrderFor = 3

/**
 * Claims due deliveries, at most one for each account, so that no account's receivers delay those of another. Those that
 * another sender is claiming are left out, and those that follow an earlier one of their subject that is in its first
 * attempts.
 */
export async function claimDeliveries(tx: Tx, claim: ClaimDeliveries): Promise<ClaimedDelivery[]> {
  const { lease, now, until, most, busyWebhooks, busyAccounts } = claim
  const { rows } = await sql<ClaimedDelivery>`
    with due as materialized (
      select distinct on (webhook.account_id) next.id
      from webhooks webhook cross join lateral (
        select id, next_try_at from webhook_deliveries delivery
        where webhook_id = webhook.id and state = 'waiting' and next_try_at <= ${now}
          and not exists (select from webhook_deliveries earlier
            where earlier.webhook_id = webhook.id and earlier.subject = delivery.subject
              and earlier.state = 'waiting' and earlier.sequence < delivery.sequence
              and earlier.step < ${inOrderFor})
        order by sequence limit 1) next
      where webhook.disabled_reason is null
        and webhook.id <> all(${[...busyWebhooks]}::text[])
        and webhook.account_id <> all(${[...busyAccounts]}::text[])
      order by webhook.account_id, next.next_try_at
      limit ${most})
    update webhook_deliveries delivery
    set lease = ${lease}, next_try_at = ${until}, step = step + 1, attempts = attempts + 1
    from webhooks webhook
    where webhook.id = delivery.webhook_id and delivery.id in (
      select id from webhook_deliveries
      where id in (select id from due) and state = 'waiting' and next_try_at <= ${now}
      for update skip locked)
    returning delivery.id, delivery.webhook_id, delivery.account_id, delivery.event_id, delivery.kind,
      delivery.body, delivery.step, delivery.attempts, webhook.url, webhook.secret,
      webhook.previous_secret, webhook.previous_secret_until`.execute(tx.db)
  return rows
}

type Settled = Partial<Pick<WebhookDeliveryRow, 'state' | 'step' | 'attempts' | 'next_try_at'>>

/** Ends a claim. `lost` when its lease ended meanwhile and another sender has it, or it was replayed or deleted. */
export async function settleDelivery(
  { db }: Tx,
  { id, lease }: { id: WebhookDeliveryId; lease: string },
  settled: Settled,
): Promise<'settled' | 'lost'> {
  const { numUpdatedRows } = await tablesOf(db)
    .updateTable('webhook_deliveries')
    .set({ ...settled, lease: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? 'settled' : 'lost'
}

export async function insertAttempt(
  { db }: Tx,
  row: Insertable<WebhookTables['webhook_attempts']>,
): Promise<void> {
  await tablesOf(db)
    .insertInto('webhook_attempts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Fails every delivery of a webhook that waits, as nothing is sent to a disabled one. */
export async function failWaiting({ db }: Tx, id: WebhookId): Promise<void> {
  await tablesOf(db)
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', lease: null })
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Starts the attempts of a delivery anew. Returns `undefined` where there is none, or it waits or is sent already. */
export async function replayRow(
  { db }: Tx,
  webhookId: WebhookId,
  { id, now }: { id: WebhookDeliveryId; now: Date },
): Promise<WebhookDeliveryRow | undefined> {
  return tablesOf(db)
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', step: 0, next_try_at: now, lease: null })
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .where('state', '<>', 'waiting')
    .returningAll()
    .executeTakeFirst()
}

/** A delivery with its last attempt, whose fields are `null` where there was none. */
export type ShownDelivery = WebhookDeliveryRow & {
  [Name in keyof Omit<WebhookAttemptRow, 'delivery_id'> as `last_${Name}`]:
    | WebhookAttemptRow[Name]
    | null
}

/** Returns deliveries of a webhook, newest first. */
export async function listDeliveryRows(
  db: Db,
  webhookId: WebhookId,
  { state, cursor, limit }: WebhookDeliveryQuery,
): Promise<ShownDelivery[]> {
  const conditions = [
    sql`webhook_id = ${webhookId}`,
    ...(state === undefined ? [] : [sql`state = ${state}`]),
    ...(cursor === undefined
      ? []
      : [sql`sequence < (select sequence from webhook_deliveries where id = ${cursor})`]),
  ]
  return selectShown(
    db,
    sql`${sql.join(conditions, sql` and `)} order by sequence desc limit ${limit}`,
  )
}

export async function findDelivery(
  db: Db,
  webhookId: WebhookId,
  id: WebhookDeliveryId,
): Promise<ShownDelivery | undefined> {
  const [row] = await selectShown(db, sql`webhook_id = ${webhookId} and id = ${id}`)
  return row
}

async function selectShown(db: Db, rest: RawBuilder<unknown>): Promise<ShownDelivery[]> {
  const { rows } = await sql<ShownDelivery>`
    select delivery.*, attempt.number as last_number, attempt.at as last_at,
      attempt.duration_ms as last_duration_ms, attempt.status as last_status,
      attempt.failure as last_failure, attempt.response_start as last_response_start
    from (select * from webhook_deliveries where ${rest}) delivery
    left join lateral (select * from webhook_attempts where delivery_id = delivery.id
      order by number desc limit 1) attempt on true
    order by delivery.sequence desc`.execute(db)
  return rows
}

/** Returns the latest attempts of a delivery, newest first; at most 50. */
export async function listAttempts(db: Db, id: WebhookDeliveryId): Promise<WebhookAttemptRow[]> {
  return tablesOf(db)
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', id)
    .orderBy('number', 'desc')
    .limit(50)
    .execute()
}

/** Deletes up to `most` deliveries from before a time. Returns how many. */
export async function deleteDeliveriesBefore(
  { db }: Tx,
  { before, most }: { before: Date; most: number },
): Promise<number> {
  const { numAffectedRows } = await sql`delete from webhook_deliveries where id in (
    select id from webhook_deliveries where created_at < ${before}
    order by created_at limit ${most} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
