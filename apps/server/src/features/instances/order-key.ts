import { createHash } from 'node:crypto'
import type { SnapshotId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Order } from '@gridloom/contract/instances/order'
import { accountOf, type Ctx, type Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { findInstance } from './instances-store.ts'
import { type EarlierOrder, findOrderKey, type OrderKey, takeOrderKey } from './order-keys-store.ts'
import { noSuchInstance } from './owned-instance.ts'
import type { InstanceRow } from './schema.ts'

/** The longest key that fits the index. */
const keyCharsMax = 255

interface KeyedParts {
  key: string
  order: Order
  restored: { snapshotId: SnapshotId } | undefined
  launch: { request: unknown } | undefined
}

/** Returns the Idempotency-Key of an order, with a hash of what is ordered. @throws Refused `invalid_input` */
export function keyedOrder(ctx: Ctx, { key, order, restored, launch }: KeyedParts): OrderKey {
  if (launch !== undefined) return keyedRequest(ctx, key, launch.request)
  const wanted = restored === undefined ? order : { ...order, snapshot_id: restored.snapshotId }
  return keyedRequest(ctx, key, wanted)
}

/** Returns an Idempotency-Key with a hash of what was requested with it. @throws Refused `invalid_input` */
export function keyedRequest(ctx: Ctx, key: string, request: unknown): OrderKey {
  if (key === '' || key.length > keyCharsMax) {
    const fields = { 'idempotency-key': `must have 1 to ${keyCharsMax} characters` }
    throw new Refused('invalid_input', { fields })
  }
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  return { accountId: accountOf(ctx).accountId, key, requestHash }
}

/**
 * Returns the instance that an order with this key made before; `undefined` when there is none yet.
 * @throws Refused `idempotency_conflict` where something else was ordered
 */
export async function earlierOrder(db: Db, keyed: OrderKey): Promise<InstanceRow | undefined> {
  const before = await findOrderKey(db, keyed)
  return before === undefined ? undefined : instanceOf(db, keyed, before)
}

/** Takes the key for an order of this transaction. Returns and throws as {@link earlierOrder}. */
export async function takeKey(ctx: Ctx, tx: Tx, keyed: OrderKey): Promise<InstanceRow | undefined> {
  const before = await takeOrderKey(tx, keyed, ctx.clock.now())
  return before === 'taken' ? undefined : instanceOf(tx.db, keyed, before)
}

async function instanceOf(
  db: Db,
  { requestHash }: OrderKey,
  before: EarlierOrder,
): Promise<InstanceRow> {
  if (before.requestHash !== requestHash || before.instanceId === null)
    throw new Refused('idempotency_conflict')
  const row = await findInstance(db, before.instanceId)
  if (row === undefined) throw noSuchInstance()
  return row
}
