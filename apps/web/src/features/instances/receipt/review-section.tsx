import type { Instance } from '@gridloom/contract/instances/instance'
import type { InstanceReview, ReviewBlocker } from '@gridloom/contract/reputation/review'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { OneReview } from '../../../shared/reputation/reviews.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { reviewQuery } from '../api/review.ts'
import styles from './receipt-tab.module.css'
import { ReviewForm } from './review-form.tsx'

const blockers: Readonly<Record<ReviewBlocker, string>> = {
  too_short: 'You can review the machine after your instance has run for one hour.',
  own_machine: 'The machine belongs to you or a company of yours, so you cannot review it.',
  no_longer_editable: 'This review is final.',
}

/** The renter's review of the machine: written after an hour, and edited for a day. */
export function ReviewSection({ instance }: { instance: Instance }) {
  const review = useQuery(reviewQuery(useClient(), instance.id))
  return (
    <Section title="Your review" note={instance.machine_name}>
      <Loaded query={review} what="your review" rows={2}>
        {(loaded) => <Shown instance={instance} loaded={loaded} />}
      </Loaded>
    </Section>
  )
}

interface ShownProps {
  instance: Instance
  loaded: InstanceReview
}

function Shown({ instance, loaded: { review, blocker, editable_until } }: ShownProps) {
  if (blocker === null) {
    return <ReviewForm id={instance.id} review={review} editableUntil={editable_until} />
  }
  return (
    <>
      {review !== null && <OneReview review={review} />}
      <p className={styles.blocked}>{blockers[blocker]}</p>
    </>
  )
}
