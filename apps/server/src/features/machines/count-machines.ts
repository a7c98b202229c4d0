import type { AccountId } from '@gridloom/contract/core/ids'
import type { Db } from '../../platform/database/connect.ts'
import { listOwnedMachines } from './machines-store.ts'

/** Counts the machines of an account that were not removed. */
export async function countMachines(db: Db, accountId: AccountId): Promise<number> {
  return (await listOwnedMachines(db, accountId, 'all')).length
}
