import type { AccountId } from '@gridloom/contract/core/ids'
import type { TierTerms } from '@gridloom/contract/tiers/tier'
import type { AudienceAccount } from '@gridloom/domain/missions/is-for-account'
import type { Db } from '../../platform/database/connect.ts'
import { flowOf, isAmbassador } from '../accounts/index.ts'
import { billingCountryOf } from '../invoices/index.ts'
import { readTier } from '../tiers/index.ts'

/** An account as missions see it. */
export interface MissionAccount extends AudienceAccount {
  readonly tierTerms: TierTerms
}

/** Reads what of an account decides which missions are for it. */
export async function readAudienceAccount(
  db: Db,
  accountId: AccountId,
  now: Date,
): Promise<MissionAccount> {
  const tierTerms = await readTier(db, accountId, now)
  return {
    isAmbassador: await isAmbassador(db, accountId),
    flow: await flowOf(db, accountId),
    country: await billingCountryOf(db, accountId),
    tier: tierTerms.tier,
    tierTerms,
  }
}
