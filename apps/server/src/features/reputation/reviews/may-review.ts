import {
  type ReviewBlocker,
  reviewAfterS,
  reviewEditableS,
} from '@gridloom/contract/reputation/review'
import type { ReviewRow } from '../schema.ts'

/** The facts that decide whether a review can be written. */
export interface ReviewCase {
  /** For how long the instance ran and was charged, in seconds. */
  ranS: number
  isOwn: boolean
  review: Pick<ReviewRow, 'created_at'> | undefined
  now: Date
}

/** Returns why a review cannot be written or edited now; `null`: it can. Pure. */
export function reviewBlocker({ ranS, isOwn, review, now }: ReviewCase): ReviewBlocker | null {
  if (isOwn) return 'own_machine'
  if (ranS < reviewAfterS) return 'too_short'
  if (review !== undefined && now >= editableUntil(review)) return 'no_longer_editable'
  return null
}

/** Until when a review can be edited. */
export function editableUntil({ created_at }: Pick<ReviewRow, 'created_at'>): Date {
  return new Date(created_at.getTime() + reviewEditableS * 1_000)
}
