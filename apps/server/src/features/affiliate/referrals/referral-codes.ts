import type { ReferralCodes } from '../../auth/index.ts'
import { joinReferral } from './join-referral.ts'
import { isAffiliateCode, referByCode } from './refer.ts'

/** What registering and verifying an address need of this feature. */
export const referralCodes: ReferralCodes = {
  isKnown: isAffiliateCode,
  refer: referByCode,
  join: joinReferral,
}
