import type { Review } from '@gridloom/contract/reputation/review'
import type { ReviewRow } from '../schema.ts'

/** Returns a review as everybody sees it: without its author and instance. */
export function reviewView(row: ReviewRow): Review {
  return {
    id: row.id,
    rating: row.rating,
    text: row.text,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    rented_hours: row.rented_hours,
    answer:
      row.answer === null || row.answered_at === null
        ? null
        : { text: row.answer, at: row.answered_at.toISOString() },
    hidden: row.hidden_at !== null,
  }
}
