import { AffiliateClickId } from '@gridloom/contract/core/ids'
import { z } from 'zod'
import { eventKind } from '../../platform/business-events/business-event.ts'
import type { ReferralRow } from './schema.ts'

const referred = z.object({
  by: z.enum(['click', 'code']),
  // Events that were recorded before clicks were named have none.
  click_id: AffiliateClickId.nullable().default(null),
  campaign: z.string(),
  sub_id: z.string(),
})

/** A referred account has verified its address. The subject is the referral, the account the affiliate's. */
export const affiliateSignedUp = eventKind('affiliate.signed_up', referred)

/** A referred account has paid for something for the first time; noticed once a day. */
export const affiliateActivated = eventKind('affiliate.activated', referred)

/** Commission on the fees of a day was booked; the subject is the referral, the account the affiliate's. */
export const affiliateCommissionBooked = eventKind(
  'affiliate.commission_booked',
  referred.extend({
    day: z.string(),
    level: z.union([z.literal(1), z.literal(2)]),
    commission_micro_usd: z.int(),
  }),
)

/** What events say of a referral: nothing about the person. */
export function factsOf({ by, click_id, campaign, sub_id }: ReferralRow) {
  return { by, click_id, campaign, sub_id }
}
