import { z } from 'zod'
import { eventKind } from '../../platform/business-events/business-event.ts'

const referred = z.object({
  by: z.enum(['click', 'code']),
  campaign: z.string(),
  sub_id: z.string(),
})

/** A referred account has verified its address. The subject is the referral, the account the affiliate's. */
export const affiliateSignedUp = eventKind('affiliate.signed_up', referred)

/** A referred account has paid for something for the first time; noticed once a day. */
export const affiliateActivated = eventKind('affiliate.activated', referred)
