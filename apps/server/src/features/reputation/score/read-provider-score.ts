import type { AccountId } from '@gridloom/contract/core/ids'
import { providerScore } from '@gridloom/domain/trust/provider-score'
import type { Db } from '../../../platform/database/connect.ts'
import { listScoresOf } from './scores-store.ts'

/** The trust score of a provider; `null` where none of its listed machines has one. */
export async function readProviderScore(db: Db, accountId: AccountId): Promise<number | null> {
  return providerScore(await listScoresOf(db, accountId))
}
