import type { AccountId } from '@gridloom/contract/core/ids'
import type { Db } from '../../platform/database/connect.ts'
import type { SpendRate } from '../../platform/spend-rate.ts'
import { selectSpendRate } from './instances-store.ts'

/** Returns the spend rate of an account's instances per hour; their holds are topped up from its balance. */
export async function readSpendRate(db: Db, accountId: AccountId): Promise<SpendRate> {
  return { fromBalance: await selectSpendRate(db, accountId), fromHolds: 0 }
}
