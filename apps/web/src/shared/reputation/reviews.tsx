import type { MachineId } from '@gridloom/contract/core/ids'
import type { Review, Reviews } from '@gridloom/contract/reputation/review'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Pages } from '../../ui/components/pages.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { plural } from '../../ui/format/numbers.ts'
import styles from './reputation.module.css'
import { reviewsQuery, reviewsShown } from './reputation-queries.ts'

interface ReviewListProps {
  machineId: MachineId
  /** What stands below a review, such as the form of an answer. */
  below?: (review: Review) => ReactNode
}

/** The reviews of a machine, newest first. */
export function ReviewList({ machineId, below }: ReviewListProps) {
  const [page, setPage] = useState(1)
  const reviews = useQuery(reviewsQuery(useClient(), machineId, page))
  return (
    <Loaded query={reviews} what="the reviews">
      {(loaded) => (
        <>
          <Shown reviews={loaded} {...(below && { below })} />
          <Pages page={page} total={loaded.total} pageSize={reviewsShown} turnTo={setPage} />
        </>
      )}
    </Loaded>
  )
}

function Shown({
  reviews: { reviews },
  below,
}: { reviews: Reviews } & Pick<ReviewListProps, 'below'>) {
  if (reviews.length === 0) {
    return (
      <EmptyState title="No reviews yet">
        Renters can review a machine after their instance has run for one hour.
      </EmptyState>
    )
  }
  return (
    <ul className={styles.reviews} aria-label="Reviews">
      {reviews.map((review) => (
        <li key={review.id}>
          <OneReview review={review} />
          {below?.(review)}
        </li>
      ))}
    </ul>
  )
}

/** One review with the provider's answer. */
export function OneReview({ review }: { review: Review }) {
  const { rating, text, created_at, rented_hours, answer, hidden } = review
  return (
    <>
      <div className={styles.reviewHead}>
        <Stars rating={rating} />
        <span className={styles.small}>
          <TimeAgo at={created_at} /> · rented for {plural(rented_hours, 'hour')}
          {hidden && ' · hidden by the operator'}
        </span>
      </div>
      {text !== '' && <p className={styles.reviewText}>{text}</p>}
      {answer !== null && (
        <blockquote className={styles.answer}>
          <span className={styles.small}>
            Provider, <TimeAgo at={answer.at} />
          </span>
          <p className={styles.reviewText}>{answer.text}</p>
        </blockquote>
      )}
    </>
  )
}

function Stars({ rating }: Pick<Review, 'rating'>) {
  return (
    <span className={styles.stars} role="img" aria-label={`${rating} of 5 stars`}>
      {[1, 2, 3, 4, 5].map((star) =>
        star <= rating ? (
          <IconStarFilled key={star} size={15} />
        ) : (
          <IconStar key={star} size={15} />
        ),
      )}
    </span>
  )
}
