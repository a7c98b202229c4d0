import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tier, TierTerms } from '@gridloom/contract/tiers/tier'
import type { Generated } from 'kysely'

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type TierTables = {
  tiers: TierTerms
  tier_announcements: {
    account_id: AccountId
    tier: Tier
    changes: Generated<number>
  }
}
