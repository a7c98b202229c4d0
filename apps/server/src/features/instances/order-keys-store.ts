import type { AccountId, InstanceId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { InstanceTables } from './schema.ts'

export interface OrderKey {
  accountId: AccountId
  key: string
  requestHash: string
}

/** What was ordered with a key; `null`: its instance is not placed yet. */
export interface EarlierOrder {
  requestHash: string
  instanceId: InstanceId | null
}

/**
 * Takes an Idempotency-Key. Returns `taken` for a new key, else the first order with it. A second order that arrives
 * while the first is still open waits here for its end, because the row is unique.
 */
export async function takeOrderKey(
  { db }: Tx,
  { accountId, key, requestHash }: OrderKey,
  now: Date,
): Promise<'taken' | EarlierOrder> {
  const tables = db.withTables<InstanceTables>()
  const inserted = await tables
    .insertInto('order_keys')
    .values({
      account_id: accountId,
      key,
      request_hash: requestHash,
      instance_id: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (inserted !== undefined) return 'taken'
  const row = await findOrderKey(db, { accountId, key })
  if (row === undefined) throw new RangeError('a key that is taken has a row')
  return row
}

/** Returns the order that has taken a key; `undefined` when none has. */
export async function findOrderKey(
  db: Db,
  { accountId, key }: Pick<OrderKey, 'accountId' | 'key'>,
): Promise<EarlierOrder | undefined> {
  return db
    .withTables<InstanceTables>()
    .selectFrom('order_keys')
    .select(['request_hash as requestHash', 'instance_id as instanceId'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function completeOrderKey(
  { db }: Tx,
  { accountId, key }: Pick<OrderKey, 'accountId' | 'key'>,
  instanceId: InstanceId,
): Promise<void> {
  await db
    .withTables<InstanceTables>()
    .updateTable('order_keys')
    .set({ instance_id: instanceId })
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .execute()
}

export async function deleteOrderKeysBefore({ db }: Tx, before: Date): Promise<void> {
  await db
    .withTables<InstanceTables>()
    .deleteFrom('order_keys')
    .where('created_at', '<', before)
    .execute()
}
