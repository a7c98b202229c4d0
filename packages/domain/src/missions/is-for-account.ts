import type { AudienceProfile, MissionAudience } from '@gridloom/contract/missions/audience'
import { isTierAtLeast } from '../tiers/tier-of.ts'

/** An account as the audience of a mission sees it. */
export interface AudienceAccount extends AudienceProfile {
  readonly isAmbassador: boolean
}

/** Whether a mission is for an account. One that states no flow or country is in no mission that asks for one. */
export function isForAccount(audience: MissionAudience, account: AudienceAccount): boolean {
  const { who, flows, countries, tier_at_least: tier } = audience
  if (who === 'ambassadors' && !account.isAmbassador) return false
  return (
    isListed(flows, account.flow) &&
    isListed(countries, account.country) &&
    isTierAtLeast(account.tier, tier)
  )
}

function isListed<T>(wanted: readonly T[], stated: T | null): boolean {
  return wanted.length === 0 || (stated !== null && wanted.includes(stated))
}
