import type { AccountId } from '@gridloom/contract/ids'
import type { Db } from '../../platform/database/connect.ts'
import { listOwned } from './instances-store.ts'

/** How many instances an account has that are not destroyed; beyond 500 it says 500. */
export async function countInstances(db: Db, accountId: AccountId): Promise<number> {
  return (await listOwned(db, accountId, { destroyed: 'without' })).length
}
