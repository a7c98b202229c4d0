import { z } from 'zod'
import { ReviewId } from '../core/ids.ts'
import { PlainLines, Timestamp } from '../core/values.ts'

/** How long an instance must have run before its renter may review its machine. */
export const reviewAfterS = 3_600

/** How long a review can be edited; only then it counts. */
export const reviewEditableS = 24 * 60 * 60

export const reviewCharsMax = 1_000

const ReviewText = PlainLines.max(reviewCharsMax)

/** A renter's review of a machine. It never names the renter. */
export const Review = z.strictObject({
  id: ReviewId,
  rating: z.int().min(1).max(5),
  /** May be empty. */
  text: z.string(),
  created_at: Timestamp,
  edited_at: Timestamp.nullable(),
  /** For how long the instance ran, in full hours. */
  rented_hours: z.int().min(1),
  /** The provider's answer. */
  answer: z.strictObject({ text: z.string(), at: Timestamp }).nullable(),
  /** Whether the operator has hidden it: only its author, the provider and the operator see it. */
  hidden: z.boolean(),
})
export type Review = z.infer<typeof Review>

export const NewReview = z.strictObject({
  rating: z.int().min(1).max(5),
  text: ReviewText.default(''),
})
export type NewReview = z.infer<typeof NewReview>

export const ReviewAnswer = z.strictObject({ text: ReviewText.min(1) })
export type ReviewAnswer = z.infer<typeof ReviewAnswer>

/** Why the renter of an instance cannot write a review, or not any more. */
export const ReviewBlocker = z.enum(['too_short', 'own_machine', 'no_longer_editable'])
export type ReviewBlocker = z.infer<typeof ReviewBlocker>

/** The review of an instance, for its renter. */
export const InstanceReview = z.strictObject({
  review: Review.nullable(),
  /** `null`: it can be written or edited now. */
  blocker: ReviewBlocker.nullable(),
  /** Until when it can be edited; `null` before it is written. */
  editable_until: Timestamp.nullable(),
})
export type InstanceReview = z.infer<typeof InstanceReview>

/** A page of the reviews of a machine, newest first. */
export const Reviews = z.strictObject({
  reviews: z.array(Review),
  total: z.int(),
  /** The mean rating to one decimal; `null`: there are none. */
  mean_rating: z.number().nullable(),
})
export type Reviews = z.infer<typeof Reviews>
