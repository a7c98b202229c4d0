import type { Offer } from '@gridloom/contract/market/offer'
import { IconMessage2, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { ReviewList } from '../../../shared/reputation/reviews.tsx'
import { TrustScore } from '../../../shared/reputation/trust-score.tsx'
import { OfferGroup } from './offer-group.tsx'

/** How well the machine of an offer kept what it promised, and what renters say. */
export function OfferTrust({ offer: { machine_id } }: { offer: Offer }) {
  return (
    <>
      <OfferGroup
        icon={<IconRosetteDiscountCheck size={15} />}
        title="Trust score"
        note="from signed facts"
      >
        <TrustScore machineId={machine_id} />
      </OfferGroup>
      <OfferGroup icon={<IconMessage2 size={15} />} title="Reviews" note="by renters of an hour">
        <ReviewList machineId={machine_id} />
      </OfferGroup>
    </>
  )
}
