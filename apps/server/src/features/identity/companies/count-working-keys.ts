import type { AccountId } from '@gridloom/contract/core/ids'
import type { Db } from '../../../platform/database/connect.ts'
import { listKeys } from '../keys/api-keys-store.ts'

/** How many API keys of an account still work: neither revoked nor past their end. */
export async function countWorkingKeys(db: Db, accountId: AccountId, now: Date): Promise<number> {
  const keys = await listKeys(db, { accountId, userId: 'anyone' })
  return keys.filter(({ expiresAt }) => expiresAt === null || expiresAt > now).length
}
