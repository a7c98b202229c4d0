import type { ApiKeyId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Ctx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { SpendingKey } from '../ledger/index.ts'

/**
 * The sum of charges since a time and of current holds, by key. A key without either may be missing.
 */
export type KeySpend = (
  db: Db,
  keys: readonly SpendingKey[],
) => Promise<ReadonlyMap<ApiKeyId, MicroUsd>>

/** The sum of several spends, as one function. */
export function addKeySpends(spends: readonly KeySpend[]): KeySpend {
  return async (db, keys) => {
    const sums = new Map<ApiKeyId, MicroUsd>()
    for (const spendOf of spends) {
      for (const [id, microUsd] of await spendOf(db, keys))
        sums.set(id, (sums.get(id) ?? 0) + microUsd)
    }
    return sums
  }
}

/** The context that budget decisions need. The container adds up the spends of all features. */
export interface KeySpendCtx extends Pick<Ctx, 'clock'> {
  readonly keySpendOf: KeySpend
}
