import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { owedAfter, storagePrice } from './storage-price.ts'
import { lockStorage, updateStorage } from './storage-store.ts'
import type { StoredKind } from './stored-kind.ts'

/** What an account stores of a kind, and the price of 1 GB (10⁹ bytes) for a month of 730 hours. */
export interface MeteredStorage {
  kind: Pick<StoredKind, 'name' | 'sum'>
  accountId: AccountId
  microUsdPerGbMonth: MicroUsd
}

/** Runs a change of what an account stores under the lock of that storage, and meters it before and after the change. */
export async function meterStorage<T>(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  { kind, accountId, microUsdPerGbMonth }: MeteredStorage,
  change: () => Promise<T>,
): Promise<T> {
  const now = ctx.clock.now()
  const of = { accountId, kind: kind.name }
  const storage = await lockStorage(tx, of, now)
  const changed = await change()
  const owed = storage.kept_until === null ? owedAfter(storage, now) : BigInt(storage.owed_byte_s)
  const stored_bytes = await kind.sum(tx.db, accountId)
  await updateStorage(tx, of, {
    stored_bytes,
    owed_byte_s: String(owed),
    metered_at: now,
    micro_usd_per_hour: storagePrice(stored_bytes, microUsdPerGbMonth).perHour,
    ...(stored_bytes === 0 ? { kept_until: null } : {}),
  })
  return changed
}
