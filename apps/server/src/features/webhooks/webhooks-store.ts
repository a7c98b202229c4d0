import type { AccountId, WebhookId } from '@gridloom/contract/core/ids'
import type { WebhookEventKind } from '@gridloom/contract/webhooks/events'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { WebhookRow, WebhookTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<WebhookTables>()

/** Returns the webhooks of an account, newest first. */
export async function listWebhookRows(db: Db, accountId: AccountId): Promise<WebhookRow[]> {
  return tablesOf(db)
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns a webhook of an account; `undefined` when there is none or it is another account's. */
export async function findWebhook(
  db: Db,
  accountId: AccountId,
  id: WebhookId,
): Promise<WebhookRow | undefined> {
  return tablesOf(db)
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** Locks a webhook until the transaction ends. */
export async function lockWebhook({ db }: Tx, id: WebhookId): Promise<WebhookRow | undefined> {
  return tablesOf(db)
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Returns the enabled webhooks of an account that receive a kind of event. */
export async function listReceivers(
  { db }: Tx,
  accountId: AccountId,
  kind: WebhookEventKind,
): Promise<WebhookRow[]> {
  return tablesOf(db)
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('disabled_reason', 'is', null)
    .where(sql<boolean>`${kind} = any(events)`)
    .orderBy('id')
    .execute()
}

export async function countWebhooks(db: Db, accountIds: readonly AccountId[]): Promise<number> {
  const { count } = await tablesOf(db)
    .selectFrom('webhooks')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', 'in', accountIds)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertWebhook(
  { db }: Tx,
  row: Insertable<WebhookTables['webhooks']>,
): Promise<WebhookRow> {
  return tablesOf(db).insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateWebhook(
  { db }: Tx,
  id: WebhookId,
  change: Updateable<WebhookTables['webhooks']>,
): Promise<WebhookRow> {
  return tablesOf(db)
    .updateTable('webhooks')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a webhook with its deliveries. */
export async function deleteWebhook({ db }: Tx, id: WebhookId): Promise<void> {
  await tablesOf(db).deleteFrom('webhooks').where('id', '=', id).execute()
}

/** Deletes the webhooks of an account with their deliveries. */
export async function deleteWebhooksOf({ db }: Tx, accountId: AccountId): Promise<void> {
  await tablesOf(db).deleteFrom('webhooks').where('account_id', '=', accountId).execute()
}
