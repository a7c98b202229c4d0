import type { AccountId, InstanceId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { InstanceTables } from './schema.ts'

export interface OrderKey {
  accountId: AccountId
  key: string
  requestHash: string
}

/**
 * Takes an Idempotency-Key. Returns `taken` for a new key, else the first order with it. A second order that arrives
 * while the first is still open waits here for its end, because the row is unique.
 */
export async function takeOrderKey(
  { db }: Tx,
  { accountId, key, requestHash }: OrderKey,
  now: Date,
): Promise<'taken' | { requestHash: string; instanceId: InstanceId | null }> {
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
  const row = await tables
    .selectFrom('order_keys')
    .select(['request_hash', 'instance_id'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return { requestHash: row.request_hash, instanceId: row.instance_id }
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
