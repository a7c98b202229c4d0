import type { AccountId } from '@gridloom/contract/core/ids'
import type { Db } from '../../platform/database/connect.ts'
import { countStanding } from './instances-store.ts'

/** How many instances an account has that are not destroyed. */
export function countInstances(db: Db, accountId: AccountId): Promise<number> {
  return countStanding(db, [accountId])
}
