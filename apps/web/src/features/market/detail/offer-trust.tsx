import type { MachineId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import type { Review } from '@gridloom/contract/reputation/review'
import { Button } from '@mantine/core'
import { IconMessage2, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useIsOperator } from '../../../shared/auth/use-is-operator.ts'
import { ReviewList } from '../../../shared/reputation/reviews.tsx'
import { TrustScore } from '../../../shared/reputation/trust-score.tsx'
import { useHideReview } from '../api/hide-review.ts'
import { OfferGroup } from './offer-group.tsx'

/** How well the machine of an offer kept what it promised, and what renters say. */
export function OfferTrust({ offer: { machine_id } }: { offer: Offer }) {
  const isOperator = useIsOperator()
  const hide = (review: Review) => <HideReview machineId={machine_id} review={review} />
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
        <ReviewList machineId={machine_id} {...(isOperator && { below: hide })} />
      </OfferGroup>
    </>
  )
}

/** For the operator: reviews that break the terms count no more while they are hidden. */
function HideReview({ machineId, review }: { machineId: MachineId; review: Review }) {
  const hide = useHideReview(machineId)
  return (
    <Button
      size="compact-sm"
      mt={6}
      loading={hide.isPending}
      onClick={() => hide.mutate({ id: review.id, hidden: !review.hidden })}
    >
      {review.hidden ? 'Show review again' : 'Hide review'}
    </Button>
  )
}
